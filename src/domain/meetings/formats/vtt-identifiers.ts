import { isPlausibleName } from './speaker-name.ts';

/** Webex writes `12 "Ada Park" (1234567)`: the number of the cue, the speaker, and mostly the number of the participant. */
const WEBEX = /^\d{1,9} "(.*)"(?: \(\d{1,20}\))?$/;

/**
 * Returns the speakers whom the identifiers of cues name, by identifier. Webex names them in quotes; other programs use the
 * bare name as identifier, which shows by its repetition, as identifiers proper are unique.
 */
export function speakersOfIdentifiers(identifiers: readonly string[]): Map<string, string> {
  const speakers = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const identifier of identifiers) {
    const name = WEBEX.exec(identifier)?.[1]?.trim();
    if (name) speakers.set(identifier, name);
    counts.set(identifier, (counts.get(identifier) ?? 0) + 1);
  }
  const isRepeated = [...counts.values()].some((count) => count > 1);
  if (speakers.size > 0 || !isRepeated || ![...counts.keys()].every(isPlausibleName)) return speakers;
  return new Map([...counts.keys()].map((name) => [name, name.trim()]));
}
