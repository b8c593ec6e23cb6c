import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SaidBy } from '../../ai/types.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { recordEvent } from '../events/record-event.ts';
import {
  type ContextSource,
  countSignals,
  type FollowUpPrompt,
  insertSignal,
  insertSignalVersion,
  lockOrganization,
  lockSignal,
  markSignalDeleted,
  type SignalRow,
  selectSignal,
  selectSignals,
  updateSignalRow,
} from './signal-queries.ts';

/** The most signals of an organization that are not deleted: every conversation is judged by all of them. */
export const MAX_SIGNALS = 500;

/** The fields of a signal whose change creates a new version. */
type Asked = {
  prompt: string;
  phrases: readonly string[];
  saidBy: SaidBy;
  followUpPrompts: readonly FollowUpPrompt[];
};

/** A new signal. By default it judges meetings, by its prompt, whoever speaks, and is enabled. */
export type NewSignal = Pick<Asked, 'prompt'> &
  Partial<Asked> & { signalName: string; contextSource?: ContextSource; enabled?: boolean };

/** The changes to a signal; omitted fields stay. */
export type SignalChanges = Partial<NewSignal>;

/**
 * Creates signals: all or none. They judge conversations that are ingested from then on.
 * @returns in the order given
 * @throws Fault 409 if the organization would have too many
 */
export function createSignals(
  db: Database,
  actor: Actor,
  wanted: readonly NewSignal[],
): Promise<SignalRow[]> {
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, actor.organizationId, wanted.length);
    return insertAll(tx, actor, wanted);
  });
}

/**
 * Makes those signals whose names the organization does not have yet: all of them or none.
 * @returns the new ones, in the order given
 * @throws Fault 409 where the organization would have too many
 */
export async function createMissingSignals(
  tx: Transaction,
  actor: Actor,
  wanted: readonly NewSignal[],
): Promise<SignalRow[]> {
  await tx.query(lockOrganization, [actor.organizationId]);
  const stored = await tx.query<SignalRow>(selectSignals, [actor.organizationId]);
  const names = new Set(stored.map(({ signalName }) => signalName));
  const added = wanted.filter(({ signalName }) => !names.has(signalName));
  await refuseTooMany(tx, actor.organizationId, added.length);
  return insertAll(tx, actor, added);
}

async function insertAll(tx: Transaction, actor: Actor, wanted: readonly NewSignal[]): Promise<SignalRow[]> {
  const rows: SignalRow[] = [];
  for (const signal of wanted) rows.push(await insertOne(tx, actor, signal));
  return rows;
}

async function refuseTooMany(tx: Transaction, organizationId: number, added: number): Promise<void> {
  await tx.query(lockOrganization, [organizationId]);
  const [row] = await tx.query<{ signals: number }>(countSignals, [organizationId]);
  if (row!.signals + added <= MAX_SIGNALS) return;
  throw new Fault(
    'conflict',
    `An organization can have at most ${MAX_SIGNALS} signals, and this one has ${row!.signals}; delete some first`,
  );
}

async function insertOne(tx: Transaction, actor: Actor, wanted: NewSignal): Promise<SignalRow> {
  const { signalName, prompt, contextSource = 'MEETING', enabled = true } = wanted;
  const { phrases = [], saidBy = 'anyone', followUpPrompts = [] } = wanted;
  const values = [actor.organizationId, signalName, contextSource, enabled];
  const [inserted] = await tx.query<{ id: number }>(insertSignal, values);
  const { id } = inserted!;
  await insertVersion(tx, actor, id, 1, { prompt, phrases, saidBy, followUpPrompts });
  await recordEvent(tx, { organizationId: actor.organizationId, type: 'signal', id, change: 'created' });
  await recordAudit(tx, actor, 'signal.create', `signal ${id}`, { signalName, contextSource, enabled });
  const [row] = await tx.query<SignalRow>(selectSignal, [actor.organizationId, id]);
  return row!;
}

async function insertVersion(
  tx: Transaction,
  { organizationId, keyId }: Actor,
  signalId: number,
  version: number,
  asked: Asked,
): Promise<void> {
  const { prompt, phrases, saidBy, followUpPrompts } = asked;
  const values = [prompt, phrases, JSON.stringify(followUpPrompts), hashOf(asked), keyId ?? null, saidBy];
  await tx.query(insertSignalVersion, [organizationId, signalId, version, ...values]);
}

/** Returns the hash that identifies the questions of a version; it is the same in every installation. */
function hashOf({ prompt, phrases, saidBy, followUpPrompts }: Asked): Buffer {
  const followUps = followUpPrompts.map(({ name, prompt }) => [name, prompt]);
  // Versions from before there were sides keep their hashes.
  const sides = saidBy === 'anyone' ? [] : [saidBy];
  return createHash('sha256')
    .update(JSON.stringify([prompt, phrases, followUps, ...sides]))
    .digest();
}

/** The fields that the audit names if they changed; a new version is named by its number. */
const NAMED_FIELDS = ['signalName', 'contextSource', 'enabled', 'version'] as const;

/**
 * Changes a signal; changes of one signal are serialized. A changed prompt, phrases, saidBy or follow-up prompts
 * create a new version. Nothing is audited if nothing changes.
 * @throws Fault 404 if the organization has no such signal
 */
export function updateSignal(
  db: Database,
  actor: Actor,
  signalId: number,
  changes: SignalChanges,
): Promise<SignalRow> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await tx.query(lockSignal, [organizationId, signalId]);
    const [before] = await tx.query<SignalRow>(selectSignal, [organizationId, signalId]);
    if (!before) throw noSuchSignal();
    const after = { ...before, ...definedOf(changes) };
    const isNewVersion = !hashOf(after).equals(before.promptHash);
    if (isNewVersion) {
      after.version++;
      await insertVersion(tx, actor, signalId, after.version, after);
    }
    const detail = Object.fromEntries(
      NAMED_FIELDS.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
    );
    if (isDeepStrictEqual(detail, {})) return before;
    const { signalName, contextSource, enabled, version } = after;
    const values = [signalName, contextSource, enabled, version];
    await tx.query(updateSignalRow, [organizationId, signalId, ...values]);
    await recordEvent(tx, { organizationId, type: 'signal', id: signalId, change: 'updated' });
    await recordAudit(tx, actor, 'signal.update', `signal ${signalId}`, detail);
    const [row] = await tx.query<SignalRow>(selectSignal, [organizationId, signalId]);
    return row!;
  });
}

function definedOf<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/**
 * Deletes a signal: it judges nothing any more, and no list shows it.
 * @throws Fault 404 if the organization has no such signal, or it has been deleted already
 */
export async function deleteSignal(db: Database, actor: Actor, signalId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const values = [actor.organizationId, signalId];
    const [deleted] = await tx.query<{ name: string }>(markSignalDeleted, values);
    if (!deleted) throw noSuchSignal();
    const { organizationId } = actor;
    await recordEvent(tx, { organizationId, type: 'signal', id: signalId, change: 'deleted' });
    await recordAudit(tx, actor, 'signal.delete', `signal ${signalId}`, { signalName: deleted.name });
  });
}

/** Returns the fault for a signal that does not exist, or belongs to another organization. */
export function noSuchSignal(): Fault {
  return new Fault('missing', 'There is no such signal');
}
