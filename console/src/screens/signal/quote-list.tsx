import type { components } from '@parley/client';
import { Link } from '@tanstack/react-router';
import { Quote } from '../../parts/index.ts';
import styles from './try-result.module.css';

interface Props {
  quotes: readonly components['schemas']['Quote'][];
  meetingId: string;
}

/** Quotes with the way to their line of the meeting, in another tab of the browser so that the draft stays. */
export function QuoteList({ quotes, meetingId }: Props) {
  if (quotes.length === 0) return null;
  return (
    <ul className={styles.quotes}>
      {quotes.map(({ text, speaker, side, timestampSeconds, entryIndex }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be quoted twice, and none of them moves
        <li key={index}>
          <Quote
            text={text}
            speaker={entryIndex === undefined ? 'From the title' : speaker}
            side={side}
            seconds={timestampSeconds}
            link={
              entryIndex !== undefined && (
                <Link
                  to="/meetings/$id"
                  params={{ id: meetingId }}
                  search={{ entry: entryIndex }}
                  target="_blank"
                >
                  Show in transcript
                </Link>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
