import { useEffect, useRef } from 'react';
import { classes } from '../../parts/index.ts';
import styles from './email.module.css';
import { markQuotes, paragraphsOf } from './paragraphs.ts';

interface Props {
  text: string;
  /** Words to mark, each in its paragraph. */
  quotes: readonly { text: string; entryIndex?: number }[];
  /** The paragraph to bring into view. */
  entry: number | undefined;
}

/** The text of an e-mail by paragraph, with evidence marked. */
export function EmailText({ text, quotes, entry }: Props) {
  const chosen = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (entry !== undefined) chosen.current?.scrollIntoView({ block: 'center' });
  }, [entry]);
  const paragraphs = paragraphsOf(text);
  if (paragraphs.length === 0) return <p className="muted">This e-mail has no text.</p>;
  return (
    <div className={styles.text}>
      {paragraphs.map((paragraph, index) => {
        const own = quotes.filter(({ entryIndex }) => entryIndex === index).map((quote) => quote.text);
        const isChosen = index === entry;
        return (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its place
            key={index}
            ref={isChosen ? chosen : undefined}
            className={classes(styles.paragraph, isChosen && styles.chosen)}
          >
            {markQuotes(paragraph, own).map((stretch, place) =>
              stretch.isMarked ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is known by its place
                <mark key={place}>{stretch.text}</mark>
              ) : (
                stretch.text
              ),
            )}
          </p>
        );
      })}
    </div>
  );
}
