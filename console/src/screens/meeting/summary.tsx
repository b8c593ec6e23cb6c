import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  CopyButton,
  EmptyState,
  formatPosition,
  LoadingState,
  PageState,
  Quote,
  TimeText,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { summaryQuery } from './queries.ts';
import { useScope } from './scope.ts';
import type { MeetingSummary, QuoteOf } from './shapes.ts';
import styles from './side.module.css';

/** What was decided, what is to be done, what stayed open and what was talked about, each with its words. */
export function SummaryTab() {
  const { meeting, evaluations } = useScope();
  const mayKnow = useCan('signals:read');
  const processing = evaluations?.processing.summary;
  // Whoever may not know where it stands has to ask.
  const isThere = mayKnow ? processing === 'done' || processing === 'failed' : true;
  const query = useQuery({ ...summaryQuery(meeting.id), enabled: isThere });
  if (!isThere && processing !== undefined && query.data === undefined) return <NoSummary />;
  return (
    <PageState query={query} what="the summary" small loading={<LoadingState lines={5} />}>
      {(summary) => (summary ? <Summary summary={summary} /> : <NoSummary isStill={query.isFetching} />)}
    </PageState>
  );
}

function NoSummary({ isStill = false }: { isStill?: boolean }) {
  const { evaluations, entries } = useScope();
  const { summary: state, note } = evaluations?.processing ?? {};
  if (state === 'failed') {
    return (
      <EmptyState small title="The summary could not be made">
        {note ?? 'The log of the worker says why.'} A remap can ask for it again.
      </EmptyState>
    );
  }
  if (state === 'pending' || (state === undefined && isStill)) {
    return (
      <EmptyState small title="The summary is being made">
        {note ?? 'It appears here by itself.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState small title="There is no summary">
      {entries.length === 0
        ? 'Without a transcript there is nothing to sum up.'
        : 'It was not asked for when the meeting came in. A remap can ask for it.'}
    </EmptyState>
  );
}

function Summary({ summary }: { summary: MeetingSummary }) {
  const { decisions, nextSteps, openQuestions, topics } = summary;
  const isEmpty = [decisions, nextSteps, openQuestions, topics].every((part) => part.length === 0);
  return (
    <div className={styles.parts}>
      {isEmpty && (
        <p className="muted">Nothing was decided, asked or agreed on that {summary.provider} could find.</p>
      )}
      <Part title="Next steps" findings={nextSteps} />
      <Part title="Decisions" findings={decisions} />
      <Part title="Open questions" findings={openQuestions} />
      <Topics topics={topics} />
      <p className={styles.madeBy}>
        <span>
          Made by {summary.provider} ({summary.model}), <TimeText at={summary.generatedAt} />
        </span>
        <CopyButton text={summary.text} label="Copy the summary as text" />
      </p>
    </div>
  );
}

interface Finding {
  text: string;
  owner?: string;
  quotes: readonly QuoteOf[];
}

function Part({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.findings}>
        {findings.map(({ text, owner, quotes }, index) => {
          // The offline provider finds sentences, and each is its own first proof.
          const isQuoted = quotes.some((quote) => quote.text === text);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name and never move
            <li key={index}>
              {!isQuoted && (
                <p className={styles.finding}>
                  {owner && <strong>{owner}: </strong>}
                  {text}
                </p>
              )}
              <Quotes quotes={quotes} />
              {isQuoted && owner && <p className={styles.owner}>To be done by {owner}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Topics({ topics }: { topics: MeetingSummary['topics'] }) {
  const { jump } = useScope();
  if (topics.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>Topics</h2>
      <ol className={styles.topics}>
        {topics.map(({ text, entryIndex, startSeconds, quotes }, index) => {
          const place = startSeconds === undefined ? '' : formatPosition(startSeconds);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: topics have no other name and never move
            <li key={index}>
              {entryIndex === undefined ? (
                <p>{text}</p>
              ) : (
                <button type="button" className={styles.topic} onClick={() => jump(entryIndex)}>
                  <span className={styles.topicTime}>{place}</span>
                  <span>{text}</span>
                </button>
              )}
              {quotes.length > 0 && (
                <details className={styles.topicQuotes}>
                  <summary>In their words</summary>
                  <Quotes quotes={quotes} />
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Quotes that lead to their line; one from the title leads nowhere. */
export function Quotes({ quotes, after }: { quotes: readonly QuoteOf[]; after?: ReactNode }) {
  const { jump } = useScope();
  if (quotes.length === 0) return after ?? null;
  return (
    <div className={styles.quotes}>
      {quotes.map(({ text, speaker, timestampSeconds, entryIndex }, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
          key={index}
          text={text}
          speaker={entryIndex === undefined ? 'From the title' : speaker}
          seconds={timestampSeconds}
          onJump={entryIndex === undefined ? undefined : () => jump(entryIndex)}
        />
      ))}
      {after}
    </div>
  );
}
