import { Link } from '@tanstack/react-router';
import { count, formatTime, Status } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './add.module.css';
import type { Imported, Outcome } from './uploads.ts';

/** The outcomes that are shown before one asks for all. */
const SHOWN_AT_ONCE = 5;

/** The words for what happened to a meeting. */
export const OUTCOMES = {
  created: { tone: 'good', word: 'Added' },
  updated: { tone: 'accent', word: 'Updated' },
  unchanged: { tone: 'plain', word: 'Unchanged' },
} as const;

type Facts = Pick<Imported, 'meetingId' | 'title' | 'startTime' | 'entries' | 'speakers'>;

/** The facts about a meeting that was imported, with a link to it. */
export function MeetingFacts({ meeting }: { meeting: Facts }) {
  const mayRead = useCan('meetings:read');
  const { meetingId: id, title, startTime, entries, speakers } = meeting;
  return (
    <>
      {mayRead ? (
        <Link to="/meetings/$id" params={{ id }}>
          {title}
        </Link>
      ) : (
        title
      )}
      {` · ${formatTime(startTime, 'short')} · ${count(entries, 'entry', 'entries')}, ${count(speakers, 'speaker')}`}
    </>
  );
}

/** Shows what happened to each meeting of a file that contains several. Those that were not added come first. */
export function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const sorted = [...outcomes.filter(isRefused), ...outcomes.filter((one) => !isRefused(one))];
  const [shown, rest] = [sorted.slice(0, SHOWN_AT_ONCE), sorted.slice(SHOWN_AT_ONCE)];
  return (
    <>
      <OutcomeList outcomes={shown} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{rest.length} more</summary>
          <OutcomeList outcomes={rest} />
        </details>
      )}
    </>
  );
}

const isRefused = ({ error }: Outcome): boolean => error !== undefined;

function OutcomeList({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className={styles.outcomes} aria-label="Meetings of the file">
      {outcomes.map((one) => (
        <li key={placeOf(one)}>
          <OutcomeOf {...one} />
        </li>
      ))}
    </ul>
  );
}

function OutcomeOf(one: Outcome) {
  if (one.error !== undefined) {
    return (
      <>
        <Status tone="bad">Not added</Status> {placeOf(one)}: {one.error}
      </>
    );
  }
  const { tone, word } = OUTCOMES[one.outcome!];
  return (
    <>
      <Status tone={tone}>{word}</Status> <MeetingFacts meeting={one as Facts} />
    </>
  );
}

/** The place of a meeting in its file, as the service names it. */
function placeOf({ file, item }: Outcome): string {
  return [file, item !== undefined && `meeting ${item}`].filter(Boolean).join(', ');
}
