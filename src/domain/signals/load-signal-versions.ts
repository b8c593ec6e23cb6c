import type { SaidBy } from '../../ai/types.ts';
import type { Queries, Statement } from '../../db/database.ts';
import type { ContextSource, FollowUpPrompt } from './signal-queries.ts';

/** The questions of a signal at one of its versions, with its current name. */
export type SignalVersion = {
  signalId: number;
  signalName: string;
  contextSource: ContextSource;
  enabled: boolean;
  deleted: boolean;
  version: number;
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
  followUpPrompts: FollowUpPrompt[];
  /** See SignalRow. */
  promptHash: Buffer;
};

const selectSignalVersions: Statement = {
  name: 'select-signal-versions',
  // Each pair is found by both primary keys.
  text: `select signal.id as "signalId", signal.name as "signalName", signal.context_source as "contextSource",
                signal.enabled, signal.deleted_at is not null as deleted, asked.version, asked.prompt,
                asked.phrases, asked.said_by as "saidBy", asked.follow_up_prompts as "followUpPrompts", asked.prompt_hash as "promptHash"
         from unnest($2::bigint[], $3::integer[]) with ordinality as wanted (id, version, place)
         join signals signal on signal.organization_id = $1 and signal.id = wanted.id
         join signal_versions asked
           on asked.organization_id = $1 and asked.signal_id = wanted.id and asked.version = wanted.version
         order by wanted.place`,
};

/**
 * Loads signals as they were at the given versions, with their current names and states.
 * @param versions one for each of `ids`
 * @returns in the order requested, without signals that the organization does not have
 */
export function loadSignalVersions(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
  versions: readonly number[],
): Promise<SignalVersion[]> {
  return db.query<SignalVersion>(selectSignalVersions, [organizationId, ids, versions]);
}
