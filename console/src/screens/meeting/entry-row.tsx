import { memo, type Ref } from 'react';
import { IconLink } from '../../icons/tabler.ts';
import { formatPosition } from '../../parts/index.ts';
import { type Mark, piecesOf } from './marks.ts';
import type { Entry } from './shapes.ts';
import { SpeakerMark } from './speaker-mark.tsx';
import { type Speaker, speakerName } from './talk.ts';
import styles from './transcript.module.css';

interface Props {
  ref: Ref<HTMLLIElement>;
  entry: Entry;
  index: number;
  count: number;
  speaker: Speaker | undefined;
  /** The first entry of somebody's turn bears the name. */
  isTurn: boolean;
  isHeard: boolean;
  /** The one that the URL names. */
  isTarget: boolean;
  isPlayable: boolean;
  marks: readonly Mark[] | undefined;
  onHear: (index: number) => void;
  onLink: (index: number) => void;
}

const NO_MARKS: readonly Mark[] = [];

/** One line of the transcript. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { ref, entry, index, count, speaker, isTurn, isHeard, isTarget, isPlayable, marks } = props;
  const { onHear, onLink } = props;
  const name = speakerName(entry);
  const at = entry.timestampSeconds;
  const place = at === undefined ? `line ${index + 1}` : formatPosition(at);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same by keyboard
    <li
      ref={ref}
      data-index={index}
      data-turn={isTurn || undefined}
      data-heard={isHeard || undefined}
      data-target={isTarget || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isHeard || undefined}
      className={styles.row}
      onClick={() => {
        // A reader who selects text with the mouse wants to copy it.
        if (window.getSelection()?.isCollapsed !== false) onHear(index);
      }}
    >
      <button
        type="button"
        className={styles.time}
        aria-label={isPlayable && at !== undefined ? `Play from ${place}` : `Highlight ${place}`}
        onClick={(event) => {
          event.stopPropagation();
          onHear(index);
        }}
      >
        {at === undefined ? '–' : place}
      </button>
      <div className={styles.words}>
        {isTurn && (
          <div className={styles.speaker}>
            <SpeakerMark name={name} speaker={speaker} />
            <span className={styles.name}>{name}</span>
          </div>
        )}
        <p className={styles.text} dir="auto">
          {piecesOf(entry.text, marks ?? NO_MARKS).map(({ text, kind }, piece) =>
            kind === undefined ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
              <mark key={piece} data-kind={kind}>
                {text}
              </mark>
            ),
          )}
        </p>
      </div>
      <button
        type="button"
        className={styles.link}
        aria-label={`Copy a link to ${place}`}
        onClick={(event) => {
          event.stopPropagation();
          onLink(index);
        }}
      >
        <IconLink size={15} aria-hidden="true" />
      </button>
    </li>
  );
});
