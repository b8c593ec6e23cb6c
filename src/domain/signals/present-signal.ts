import { formatDateTime } from '../../lib/time.ts';
import type { VersionRow } from './list-signals.ts';
import type { FollowUpPrompt, SignalRow } from './signal-queries.ts';

/** The signal as both lists show it (SPEC 2.3). */
export function presentListedSignal({ id, signalName, contextSource, enabled, createdAt }: SignalRow) {
  return { id, signalName, contextSource, enabled, createdAt: formatDateTime(createdAt) };
}

/** The signal with what it asks. */
export function presentSignal(row: SignalRow) {
  const { version, prompt, phrases, followUpPrompts } = row;
  return {
    ...presentListedSignal(row),
    version,
    prompt,
    phrases,
    followUpPrompts: presentFollowUps(followUpPrompts),
  };
}

/** A version of a signal; without a key it was made at the command line. */
export function presentVersion(row: VersionRow) {
  const { version, prompt, phrases, followUpPrompts, createdAt, keyId } = row;
  return {
    version,
    prompt,
    phrases,
    followUpPrompts: presentFollowUps(followUpPrompts),
    createdAt: formatDateTime(createdAt),
    ...(keyId === null ? {} : { keyId }),
  };
}

/** In the order of the documentation: the database keeps no order of an object's fields. */
function presentFollowUps(followUpPrompts: readonly FollowUpPrompt[]): FollowUpPrompt[] {
  return followUpPrompts.map(({ name, prompt }) => ({ name, prompt }));
}
