import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatPosition, PageState } from '../../parts/index.ts';
import { emailTextQuery, type Line, surroundingsQuery, type ToLabel } from './label-queries.ts';
import styles from './labeller.module.css';

interface Props {
  evaluation: ToLabel;
  /** The entry of the quote that is looked at; if it is absent, the conversation is shown from its beginning. */
  entry: number | undefined;
}

/** Shows the entries around a quote, or the whole conversation if there is no quote. */
export function Surroundings({ evaluation, entry }: Props) {
  const { sourceType, sourceId, quotes } = evaluation;
  if (sourceType === 'email') return <EmailText id={Number(sourceId)} />;
  return (
    <MeetingLines
      id={Number(sourceId)}
      entry={entry}
      quotes={quotes.filter(({ entryIndex }) => entryIndex !== undefined)}
    />
  );
}

function MeetingLines({ id, entry, quotes }: { id: number; entry?: number; quotes: ToLabel['quotes'] }) {
  const query = useQuery(surroundingsQuery(id, entry));
  return (
    <PageState query={query} what="the transcript" small>
      {({ lines, isWhole }) => (
        <>
          <Lines lines={lines} quotes={quotes} entry={entry} />
          {entry === undefined && !isWhole && (
            <p className={styles.small}>The conversation goes on; open it to read the rest.</p>
          )}
        </>
      )}
    </PageState>
  );
}

function Lines({ lines, quotes, entry }: { lines: Line[]; quotes: ToLabel['quotes']; entry?: number }) {
  const box = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = box.current;
    const quoted = list?.querySelector<HTMLElement>(`[data-entry="${entry}"]`);
    if (list && quoted) list.scrollTop = quoted.offsetTop - list.offsetTop - list.clientHeight / 3;
  }, [entry]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to be reached by keyboard for that
    <ol ref={box} className={styles.lines} aria-label="Surroundings" tabIndex={0}>
      {lines.map((line) => (
        <li key={line.index} data-entry={line.index} className={styles.line}>
          <span className={styles.speaker}>
            {[line.speaker, line.seconds === undefined ? undefined : formatPosition(line.seconds)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Marked text={line.text} quotes={quotes.filter(({ entryIndex }) => entryIndex === line.index)} />
        </li>
      ))}
    </ol>
  );
}

/** A text with its first quote marked. */
function Marked({ text, quotes }: { text: string; quotes: ToLabel['quotes'] }) {
  const quoted = quotes.find((quote) => text.includes(quote.text))?.text;
  if (quoted === undefined) return <p>{quotes.length > 0 ? <mark>{text}</mark> : text}</p>;
  const at = text.indexOf(quoted);
  return (
    <p>
      {text.slice(0, at)}
      <mark>{quoted}</mark>
      {text.slice(at + quoted.length)}
    </p>
  );
}

function EmailText({ id }: { id: number }) {
  const query = useQuery(emailTextQuery(id));
  return (
    <PageState query={query} what="the e-mail" small>
      {(text) => <p className={styles.email}>{text}</p>}
    </PageState>
  );
}
