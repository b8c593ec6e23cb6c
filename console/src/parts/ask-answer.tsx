import { Link } from '@tanstack/react-router';
import styles from './ask-box.module.css';
import { count, formatNumber } from './format.ts';
import { EmptyState } from './page-state.tsx';
import { Quote } from './quote.tsx';
import { TimeText } from './time-text.tsx';
import type { Asking } from './use-ask.ts';

/** The sentences of an answer with their quotes, and at its end what it is based on. */
export function AskAnswer({ asking: { sentences, end } }: { asking: Asking }) {
  return (
    <>
      {sentences.length > 0 && (
        <ol className={styles.answer} aria-label="Answer">
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
            <Sentence key={index} sentence={sentence} />
          ))}
        </ol>
      )}
      {end && sentences.length === 0 && (
        <EmptyState small title="Nothing found">
          {end.hint ??
            'No transcript that was read answers this. Try the words that were used in the meeting.'}
        </EmptyState>
      )}
      {end && <Coverage end={end} isEmpty={sentences.length === 0} />}
    </>
  );
}

type AnswerSentence = Asking['sentences'][number];

function Sentence({ sentence: { text, quotes } }: { sentence: AnswerSentence }) {
  // An extract is its own proof.
  const isExtract = quotes.some((quote) => quote.text === text);
  return (
    <li className={styles.sentence}>
      {!isExtract && <p className={styles.text}>{text}</p>}
      {quotes.map((quote, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be said twice
          key={index}
          text={quote.text}
          speaker={quote.speaker}
          side={quote.side}
          seconds={quote.timestampSeconds}
          link={
            <>
              <Link to="/meetings/$id" params={{ id: quote.meetingId }} search={placeOf(quote)}>
                {quote.title}
              </Link>
              , <TimeText at={quote.startTime} style="day" />
            </>
          }
        />
      ))}
    </li>
  );
}

function placeOf({ entryIndex, timestampSeconds }: AnswerSentence['quotes'][number]) {
  const t = timestampSeconds === undefined ? {} : { t: Math.max(0, Math.floor(timestampSeconds)) };
  return { ...t, entry: entryIndex };
}

interface CoverageProps {
  end: NonNullable<Asking['end']>;
  isEmpty: boolean;
}

function Coverage({ end: { coverage, dropped, provider }, isEmpty }: CoverageProps) {
  const { entriesRead, meetingsRead, meetingsInScope, unindexedMeetings = 0 } = coverage;
  return (
    <div className={styles.coverage}>
      <p>
        Read {count(entriesRead, 'entry', 'entries')} of {formatNumber(meetingsRead)} of{' '}
        {count(meetingsInScope, 'meeting')}.
      </p>
      {provider === 'builtin' && (
        <p>
          {isEmpty
            ? 'No AI model is configured, so only sentences that have words of your question can be found.'
            : 'No AI model is configured, so this is no written answer: these sentences were said, and have words of your question.'}
        </p>
      )}
      {dropped > 0 && (
        <p>
          {count(dropped, 'sentence')} of the answer {dropped === 1 ? 'was' : 'were'} left out, because no
          transcript has the words that were to prove {dropped === 1 ? 'it' : 'them'}.
        </p>
      )}
      {unindexedMeetings > 0 && (
        <p>{count(unindexedMeetings, 'meeting')} cannot be searched yet: their words are being indexed.</p>
      )}
    </div>
  );
}
