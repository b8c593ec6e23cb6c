import type { SaidBy } from '../../ai/types.ts';
import type { Queries } from '../../db/database.ts';
import { noSuchSignal } from './manage-signals.ts';
import {
  type FollowUpPrompt,
  type SignalRow,
  selectSignal,
  selectSignals,
  selectVersions,
} from './signal-queries.ts';

/** The number of versions of a signal that are shown, the newest ones. */
export const MAX_SHOWN_VERSIONS = 100;

/** A version of a signal, with its questions and its author; time in milliseconds since the epoch. */
export type SignalVersionRow = {
  version: number;
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
  followUpPrompts: FollowUpPrompt[];
  createdAt: number;
  /** Null if it was made at the command line. */
  keyId: number | null;
};

/** Lists the signals of the organization that are not deleted, by id. */
export function listSignals(db: Queries, organizationId: number): Promise<SignalRow[]> {
  return db.query<SignalRow>(selectSignals, [organizationId]);
}

/** @throws Fault 404 if the organization has no such signal */
export async function readSignal(db: Queries, organizationId: number, signalId: number): Promise<SignalRow> {
  const [row] = await db.query<SignalRow>(selectSignal, [organizationId, signalId]);
  if (!row) throw noSuchSignal();
  return row;
}

/**
 * Lists the newest versions of a signal, newest first.
 * @throws Fault 404 if the organization has no such signal
 */
export async function listSignalVersions(
  db: Queries,
  organizationId: number,
  signalId: number,
): Promise<SignalVersionRow[]> {
  await readSignal(db, organizationId, signalId);
  return db.query<SignalVersionRow>(selectVersions, [organizationId, signalId, MAX_SHOWN_VERSIONS]);
}
