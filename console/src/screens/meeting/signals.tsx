import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronRight as IconOpen } from '../../icons/tabler.ts';
import { count, EmptyState, NeedsScope, PageState, Status, TimeText } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { judgedByWords } from '../signals/words.ts';
import { evaluationsQuery, followUpsQuery } from './queries.ts';
import { useScope } from './scope.ts';
import type { Evaluation, Evaluations } from './shapes.ts';
import styles from './side.module.css';
import { Quotes } from './summary.tsx';

/** The results of the signals for the meeting. Signals that fired come first. */
export function SignalsTab() {
  const { meeting } = useScope();
  const mayRead = useCan('signals:read');
  const query = useQuery({ ...evaluationsQuery(meeting.id), enabled: mayRead });
  if (!mayRead) {
    return <NeedsScope small scope="signals:read" what="see the signals of this meeting" />;
  }
  return (
    <PageState query={query} what="the signals" small>
      {(evaluations) => <All evaluations={evaluations} />}
    </PageState>
  );
}

function All({ evaluations: { evaluations, processing } }: { evaluations: Evaluations }) {
  const of = (state: Evaluation['state']) => evaluations.filter((one) => one.state === state);
  const [fired, failed, pending, notFired] = [of('fired'), of('failed'), of('pending'), of('not_fired')];
  if (evaluations.length === 0) return <NoSignals isPending={processing.signals === 'pending'} />;
  return (
    <div className={styles.parts}>
      {processing.note && <p className={styles.noteLine}>{processing.note}</p>}
      <section aria-label="Fired">
        {fired.length === 0 && pending.length === 0 && (
          <p className="muted">
            {evaluations.length === 1
              ? 'The signal that evaluated this meeting did not fire.'
              : `None of the ${count(evaluations.length, 'signal')} that evaluated this meeting fired.`}
          </p>
        )}
        <ul className={styles.cards}>
          {fired.map((evaluation) => (
            <FiredCard key={evaluation.signalId} evaluation={evaluation} />
          ))}
        </ul>
      </section>
      <Others title="Waiting to be evaluated" evaluations={pending} tone="accent" word="Waiting" />
      <Others title="Could not be evaluated" evaluations={failed} tone="bad" word="Failed" />
      {notFired.length > 0 && (
        <details className={styles.apart} open={fired.length === 0}>
          <summary>{count(notFired.length, 'signal')} did not fire</summary>
          <ul className={styles.quiet}>
            {notFired.map(({ signalId, signalName, reason }) => (
              <li key={signalId}>
                <SignalLink id={signalId}>{signalName}</SignalLink>
                <p className="muted">{reason}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function NoSignals({ isPending }: { isPending: boolean }) {
  if (isPending) {
    return (
      <EmptyState small title="The signals are being evaluated">
        Results will appear here as they arrive.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      small
      title="No signal has evaluated this meeting"
      action={
        <Button component={Link} to="/signals" variant="default" size="xs">
          View signals
        </Button>
      }
    >
      A signal evaluates the meetings that come in after it is enabled. Run a backtest to try it on earlier
      meetings.
    </EmptyState>
  );
}

function FiredCard({ evaluation }: { evaluation: Evaluation }) {
  const { chosen, chooseSignal } = useScope();
  const { signalId, signalName, reason, quotes } = evaluation;
  const isChosen = chosen?.signalId === signalId;
  return (
    <li className={styles.card} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.cardHead}
        aria-expanded={isChosen}
        onClick={() => chooseSignal(isChosen ? undefined : signalId)}
      >
        <span className={styles.cardName}>{signalName}</span>
        <span className={styles.cardCount}>{count(quotes.length, 'quote')}</span>
        <IconOpen size={16} aria-hidden="true" className={styles.cardArrow} />
      </button>
      <p className={styles.reason}>{reason}</p>
      {isChosen && <Evidence evaluation={evaluation} />}
    </li>
  );
}

function Evidence({ evaluation }: { evaluation: Evaluation }) {
  const { signalId, quotes, evaluatedAt, version } = evaluation;
  return (
    <div className={styles.evidence}>
      <Quotes quotes={quotes} />
      {evaluatedAt && <FollowUps signalId={signalId} evaluatedAt={evaluatedAt} />}
      <p className={styles.madeBy}>
        <span>
          Version {version}, {judgedByWords(evaluation)}
          {evaluatedAt && (
            <>
              , <TimeText at={evaluatedAt} />
            </>
          )}
        </span>
        <SignalLink id={signalId}>Open signal</SignalLink>
      </p>
    </div>
  );
}

function FollowUps({ signalId, evaluatedAt }: { signalId: number; evaluatedAt: string }) {
  const { meeting } = useScope();
  const { data } = useQuery(followUpsQuery(meeting.id, signalId, evaluatedAt));
  if (!data || data.length === 0) return null;
  return (
    <dl className={styles.followUps}>
      {data.map(({ name, prompt, response }) => (
        <div key={name}>
          <dt title={prompt}>{name}</dt>
          <dd>{response}</dd>
        </div>
      ))}
    </dl>
  );
}

interface OthersProps {
  title: string;
  evaluations: readonly Evaluation[];
  tone: 'accent' | 'bad';
  word: string;
}

function Others({ title, evaluations, tone, word }: OthersProps) {
  if (evaluations.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.quiet}>
        {evaluations.map(({ signalId, signalName, reason }) => (
          <li key={signalId}>
            <SignalLink id={signalId}>{signalName}</SignalLink> <Status tone={tone}>{word}</Status>
            {reason && <p className="muted">{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignalLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/signals/$id" params={{ id: String(id) }}>
      {children}
    </Link>
  );
}
