import styles from './people.module.css';
import type { Speaker } from './talk.ts';

/** A round in the colour that the speaker has in the charts, with initials. For the eye alone: the name goes beside it. */
export function SpeakerMark({
  name,
  speaker,
  size = 22,
}: {
  name: string;
  speaker?: Speaker;
  size?: number;
}) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words.slice(0, 1);
  const color = speaker?.color ?? 'var(--p-muted)';
  return (
    <span
      aria-hidden="true"
      className={styles.mark}
      style={{ width: size, height: size, fontSize: size * 0.4, '--speaker': color } as React.CSSProperties}
    >
      {ends
        .map((word) => [...word][0])
        .join('')
        .toUpperCase()}
    </span>
  );
}
