import { formatDateTime } from '../../lib/time.ts';
import type { SignalVersionRow } from './list-signals.ts';
import type { FollowUpPrompt, SignalRow } from './signal-queries.ts';

/** Returns the signal as both lists show it (SPEC 2.3). */
export function presentListedSignal({ id, signalName, contextSource, enabled, createdAt }: SignalRow) {
  return { id, signalName, contextSource, enabled, createdAt: formatDateTime(createdAt) };
}

/** Returns the signal with its questions. */
export function presentSignal(row: SignalRow) {
  const { version, prompt, phrases, saidBy, followUpPrompts } = row;
  return {
    ...presentListedSignal(row),
    version,
    prompt,
    phrases,
    saidBy,
    followUpPrompts: presentFollowUps(followUpPrompts),
  };
}

/** Returns a version of a signal as the API shows it; a version without a key was made at the command line. */
export function presentSignalVersion(row: SignalVersionRow) {
  const { version, prompt, phrases, saidBy, followUpPrompts, createdAt, keyId } = row;
  return {
    version,
    prompt,
    phrases,
    saidBy,
    followUpPrompts: presentFollowUps(followUpPrompts),
    createdAt: formatDateTime(createdAt),
    ...(keyId === null ? {} : { keyId }),
  };
}

/**
 * Returns the fields in the order of the documentation: the database does not preserve the order of an object's fields.
 */
function presentFollowUps(followUpPrompts: readonly FollowUpPrompt[]): FollowUpPrompt[] {
  return followUpPrompts.map(({ name, prompt }) => ({ name, prompt }));
}
