import type { Conversation } from '../types.ts';

/** Finds the person to whom a spoken name refers. */
export type People = {
  /** Returns the full name if exactly one person matches, the name as spoken if several do, and otherwise undefined. */
  named(said: string): string | undefined;
  /** Every name, because names must not become topics. */
  names: ReadonlySet<string>;
};

const ADDRESS = /\s*<[^<>]*>\s*$/;

/** More people than speak in a meeting; in a hostile one, every entry may have another speaker. */
const MAX_PEOPLE = 1_000;
const MAX_NAME_LENGTH = 100;

/** Collects the people who take part in a conversation or speak in it. */
export function collectPeople({ participants, entries }: Conversation): People {
  const names = new Set<string>();
  const add = (name: string | undefined) => {
    if (name && name.length <= MAX_NAME_LENGTH && names.size < MAX_PEOPLE) names.add(name);
  };
  for (const participant of participants) {
    if (participant.length <= 2 * MAX_NAME_LENGTH) add(participant.replace(ADDRESS, '').trim());
  }
  for (const { speaker } of entries) add(speaker?.trim());
  const byKey = new Map<string, Set<string>>();
  for (const name of names) {
    for (const key of new Set([name, firstName(name)].map(fold))) {
      const known = byKey.get(key) ?? new Set();
      byKey.set(key, known.add(name));
    }
  }
  return {
    names,
    named(said) {
      const known = byKey.get(fold(said));
      if (!known) return undefined;
      return known.size === 1 ? [...known][0] : said;
    },
  };
}

const firstName = (name: string): string => name.split(/\s/, 1)[0]!;

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
