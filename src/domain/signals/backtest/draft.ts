import type { SaidBy } from '../../../ai/types.ts';
import type { Queries } from '../../../db/database.ts';
import { loadSignalVersions, type SignalVersion } from '../load-signal-versions.ts';
import { noSuchSignal } from '../manage-signals.ts';
import { type SignalRow, selectSignal } from '../signal-queries.ts';

/** The request for a draft: a change of a signal, or, without signalId, a new signal. */
export type DraftRequest = { signalId?: number; prompt?: string; phrases?: string[]; saidBy?: SaidBy };

/** The draft to be tried, and the version with which it is compared. */
export type Draft = {
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
  current: SignalVersion | undefined;
};

/**
 * Completes a draft with the current version of its signal.
 * @throws Fault 404 if the organization has no such signal
 */
export async function resolveDraft(
  db: Queries,
  organizationId: number,
  { signalId, prompt, phrases, saidBy }: DraftRequest,
): Promise<Draft> {
  if (signalId === undefined) {
    return { prompt: prompt!, phrases: phrases ?? [], saidBy: saidBy ?? 'anyone', current: undefined };
  }
  const [signal] = await db.query<SignalRow>(selectSignal, [organizationId, signalId]);
  const current = signal && (await loadVersion(db, organizationId, signalId, signal.version));
  if (!current) throw noSuchSignal();
  return {
    prompt: prompt ?? current.prompt,
    phrases: phrases ?? current.phrases,
    saidBy: saidBy ?? current.saidBy,
    current,
  };
}

/** Returns one version of a signal, even if the signal has since been disabled or deleted. */
export async function loadVersion(
  db: Queries,
  organizationId: number,
  signalId: number,
  version: number,
): Promise<SignalVersion | undefined> {
  return (await loadSignalVersions(db, organizationId, [signalId], [version]))[0];
}

/** No signal has this id. */
const DRAFT_ID = 0;

/** Returns the draft in the form in which versions are judged. */
export function asVersion({ prompt, phrases, saidBy, current }: Draft): SignalVersion {
  return {
    signalId: DRAFT_ID,
    signalName: current?.signalName ?? 'Draft',
    contextSource: 'MEETING',
    enabled: true,
    deleted: false,
    version: 0,
    prompt,
    phrases,
    saidBy,
    followUpPrompts: [],
    promptHash: Buffer.alloc(0),
  };
}
