import type { SaidBy } from '../../ai/types.ts';
import type { Statement } from '../../db/database.ts';

/** A signal with its current questions. */
export type SignalRow = {
  id: number;
  signalName: string;
  contextSource: ContextSource;
  enabled: boolean;
  /** Milliseconds since the epoch. */
  createdAt: number;
  version: number;
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
  followUpPrompts: FollowUpPrompt[];
  /** SHA-256 of prompt, phrases, follow-up prompts, and of `saidBy` if it is not `anyone`. */
  promptHash: Buffer;
};

export const CONTEXT_SOURCES = ['MEETING', 'EMAIL', 'ALL'] as const;

/** The kind of conversations that a signal judges. */
export type ContextSource = (typeof CONTEXT_SOURCES)[number];

/** A question that is asked if its signal fired. */
export type FollowUpPrompt = { name: string; prompt: string };

const SIGNAL = `select signal.id, signal.name as "signalName", signal.context_source as "contextSource", signal.enabled,
    signal.created_at as "createdAt", signal.version, current.prompt, current.phrases,
    current.said_by as "saidBy",
    current.follow_up_prompts as "followUpPrompts", current.prompt_hash as "promptHash"
  from signals signal
  join signal_versions current
    on current.organization_id = signal.organization_id and current.signal_id = signal.id
    and current.version = signal.version`;

export const selectSignal: Statement = {
  name: 'select-signal',
  // Served by the primary keys.
  text: `${SIGNAL} where signal.organization_id = $1 and signal.id = $2 and signal.deleted_at is null`,
};

export const selectSignals: Statement = {
  name: 'select-signals',
  // Served by the primary keys; an organization has at most MAX_SIGNALS that are not deleted.
  text: `${SIGNAL} where signal.organization_id = $1 and signal.deleted_at is null order by signal.id`,
};

export const lockSignal: Statement = {
  name: 'lock-signal',
  // A separate statement, so that later ones see the result of the transaction before: it serializes the changes of one
  // signal.
  text: `select id from signals where organization_id = $1 and id = $2 and deleted_at is null for no key update`,
};

export const lockOrganization: Statement = {
  name: 'lock-organization-for-signals',
  // Makes concurrent creations of signals count each other's; rows that refer to the organization are not blocked.
  text: 'select id from organizations where id = $1 for no key update',
};

export const countSignals: Statement = {
  name: 'count-signals',
  text: 'select count(*) as signals from signals where organization_id = $1 and deleted_at is null',
};

export const insertSignal: Statement = {
  name: 'insert-signal',
  text: `insert into signals (organization_id, name, context_source, enabled) values ($1, $2, $3, $4) returning id`,
};

export const insertSignalVersion: Statement = {
  name: 'insert-signal-version',
  text: `insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts,
           prompt_hash, actor_key_id, said_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

export const updateSignalRow: Statement = {
  name: 'update-signal',
  text: `update signals set name = $3, context_source = $4, enabled = $5, version = $6
         where organization_id = $1 and id = $2`,
};

export const markSignalDeleted: Statement = {
  name: 'delete-signal',
  text: `update signals set deleted_at = now()
         where organization_id = $1 and id = $2 and deleted_at is null returning name`,
};

export const selectVersions: Statement = {
  name: 'select-versions-of-signal',
  // Served by the primary key, backwards.
  text: `select version, prompt, phrases, said_by as "saidBy", follow_up_prompts as "followUpPrompts", created_at as "createdAt",
                actor_key_id as "keyId"
         from signal_versions where organization_id = $1 and signal_id = $2 order by version desc limit $3`,
};
