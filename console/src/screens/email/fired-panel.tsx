import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  classes,
  count,
  EmptyState,
  PageState,
  Panel,
  Quote,
  toast,
  usePatchSearch,
} from '../../parts/index.ts';
import styles from './email.module.css';
import type { Fired } from './queries.ts';

interface Props {
  query: UseQueryResult<{ fired: Fired[]; isComplete: boolean }>;
  /** The signal whose evidence alone is marked. */
  chosen: number | undefined;
}

/** The signals that fired for the e-mail; a quote leads to its paragraph, a name marks its evidence alone. */
export function FiredPanel({ query, chosen }: Props) {
  const patch = usePatchSearch();
  const showAll = chosen !== undefined && (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => patch({ signal: undefined, execution: undefined, entry: undefined })}
    >
      Highlight all
    </Button>
  );
  const total = query.data?.fired.length;
  return (
    <Panel
      title="Signals that fired"
      hint={total === undefined ? undefined : count(total, 'signal')}
      actions={showAll}
      flush
    >
      <PageState
        query={query}
        what="the signals"
        small
        loading={<div className={styles.pad}>Loading …</div>}
        isEmpty={({ fired }) => fired.length === 0}
        empty={<NothingFired isComplete={query.data?.isComplete ?? true} />}
      >
        {({ fired, isComplete }) => (
          <>
            <ul className={styles.fired}>
              {fired.map((one) => (
                <FiredItem key={one.executionId} fired={one} isChosen={one.signalId === chosen} />
              ))}
            </ul>
            {!isComplete && (
              <p className={styles.pad}>
                There may be more matches: too many have been recorded since to search them all.
              </p>
            )}
          </>
        )}
      </PageState>
    </Panel>
  );
}

function NothingFired({ isComplete }: { isComplete: boolean }) {
  if (!isComplete) {
    return (
      <EmptyState small title="No matches found">
        There may be some nevertheless: too many e-mail matches have been recorded since to search them all.
      </EmptyState>
    );
  }
  return (
    <EmptyState small title="No signal fired">
      Only signals that are set to evaluate e-mails can fire here. <Link to="/signals">View signals</Link>
    </EmptyState>
  );
}

function FiredItem({ fired, isChosen }: { fired: Fired; isChosen: boolean }) {
  const patch = usePatchSearch();
  const { signalId, executionId, signalName, reason, followUps, quotes } = fired;
  const mark = (entry?: number) => patch({ signal: signalId, execution: executionId, entry });
  return (
    <li className={classes(styles.one, isChosen && styles.oneChosen)}>
      <button type="button" className={styles.signal} aria-pressed={isChosen} onClick={() => mark()}>
        {signalName}
      </button>
      <p className={styles.reason}>{reason}</p>
      {quotes.map(({ text, entryIndex }, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: quotes may be alike and never move
          key={index}
          text={text}
          speaker={entryIndex === undefined ? 'In the subject' : undefined}
          onJump={() =>
            entryIndex === undefined ? toast.good('This quote is from the subject line.') : mark(entryIndex)
          }
        />
      ))}
      {followUps.map(({ name, response }) => (
        <div key={name} className={styles.followUp}>
          <span className="muted">{name}</span> {response}
        </div>
      ))}
    </li>
  );
}
