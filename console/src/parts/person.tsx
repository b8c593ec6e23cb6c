import { Tooltip } from '@mantine/core';
import styles from './person.module.css';

const TONES = 6;

/** Name and address, as far as they are known. */
export interface PersonLike {
  name?: string;
  email?: string;
  isInternal?: boolean;
}

/** Returns the name to show for a person. */
export const nameOf = ({ name, email }: PersonLike): string => name ?? email ?? 'Unknown';

function initialsOf(person: PersonLike): string {
  const words = nameOf(person)
    .replace(/@.*/, '')
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '?')][0])
    .join('')
    .toUpperCase();
}

function toneOf(person: PersonLike): number {
  let sum = 0;
  for (const letter of person.email ?? nameOf(person))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % TONES;
}

/** A round with initials, always in the same colour for the same person. For the eye alone: the name goes beside it. */
export function Avatar({ person, size = 28 }: { person: PersonLike; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      data-tone={toneOf(person)}
      style={{ width: size, height: size, fontSize: size * 0.39 }}
    >
      {initialsOf(person)}
    </span>
  );
}

/** Shows the first few people and the number of others. Screen readers and a tooltip give all names. */
export function People({ people, max = 4 }: { people: readonly PersonLike[]; max?: number }) {
  if (people.length === 0) return <span className="muted">No participants</span>;
  const names = people.map(nameOf).join(', ');
  const rest = people.length - max;
  return (
    <Tooltip label={names} multiline maw={320}>
      <span className={styles.people}>
        <span className="visually-hidden">{names}</span>
        {people.slice(0, max).map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two attendees may be alike in all but their place
          <Avatar key={index} person={person} size={26} />
        ))}
        {rest > 0 && (
          <span aria-hidden="true" className={styles.more}>
            +{rest}
          </span>
        )}
      </span>
    </Tooltip>
  );
}
