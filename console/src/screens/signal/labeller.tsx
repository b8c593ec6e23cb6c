import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { count, EmptyState, PageState, Quote, TimeText } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { type LabelSource, type ToLabel, toLabelQuery } from './label-queries.ts';
import styles from './labeller.module.css';
import { Surroundings } from './surroundings.tsx';
import { type Labelling, useLabelling } from './use-labelling.ts';

interface Props {
  source: LabelSource;
  onClose: () => void;
}

/** Labels evaluations one after the other: Y for right, N for wrong, S to skip, U to take the last one back. */
export function Labeller({ source, onClose }: Props) {
  const [batch, setBatch] = useState(0);
  const query = useQuery(toLabelQuery(source, batch));
  return (
    <section aria-label="Label" className={styles.labeller}>
      <PageState query={query} what="the evaluations" small>
        {(evaluations) => (
          <Batch key={batch} {...{ evaluations, source, onClose }} onMore={() => setBatch(batch + 1)} />
        )}
      </PageState>
    </section>
  );
}

function Batch({ evaluations, onMore, onClose }: Props & { evaluations: ToLabel[]; onMore: () => void }) {
  const labelling = useLabelling(evaluations);
  const { at, given, right } = labelling;
  const evaluation = evaluations[at];
  const isAll = evaluations.length === given;
  return (
    <>
      <div className={styles.head}>
        <p className={styles.small} aria-live="polite">
          {given === 0 ? 'Nothing labelled yet' : `${given} labelled: ${right} right, ${given - right} wrong`}
        </p>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Done
        </Button>
      </div>
      {evaluation ? (
        <Card key={evaluation.evaluationId} evaluation={evaluation} />
      ) : (
        <EmptyState
          small
          title={evaluations.length === 0 ? 'Nothing to label' : 'That was the last one'}
          action={
            evaluations.length > 0 && (
              <Button onClick={onMore}>{isAll ? 'Load more' : 'Load more, and those skipped'}</Button>
            )
          }
        >
          {evaluations.length === 0
            ? 'No evaluation is left without a label.'
            : `You labelled ${count(given, 'evaluation')}.`}
        </EmptyState>
      )}
      {evaluations.length > 0 && <Keys labelling={labelling} evaluation={evaluation} />}
    </>
  );
}

function Card({ evaluation }: { evaluation: ToLabel }) {
  const { state, reason, quotes, sourceType, sourceId, sourceTitle, sourceTime } = evaluation;
  const mayRead = useCan('meetings:read');
  const [shown, setShown] = useState(0);
  const entry = quotes[shown]?.entryIndex;
  const hasFired = state === 'fired';
  const card = useRef<HTMLElement>(null);
  // Below the figures of a backtest there would be no room for the surroundings.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <article ref={card} className={styles.card} aria-label={sourceTitle}>
      <header className={styles.source}>
        <Link
          to={sourceType === 'email' ? '/emails/$id' : '/meetings/$id'}
          params={{ id: sourceId }}
          search={(entry === undefined ? {} : { entry }) as never}
          target="_blank"
        >
          {sourceTitle}
        </Link>
        <span className={styles.small}>
          <TimeText at={sourceTime} style="day" />
        </span>
      </header>
      <h3 className={styles.question}>
        {hasFired ? 'The signal fired. Is that right?' : 'The signal did not fire. Is that right?'}
      </h3>
      <p className={styles.reason}>{reason}</p>
      {quotes.map((quote, index) => (
        <Quote
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be quoted twice, and none moves
          key={index}
          text={quote.text}
          speaker={quote.speaker}
          side={quote.side}
          seconds={quote.timestampSeconds}
          onJump={quotes.length > 1 ? () => setShown(index) : undefined}
        />
      ))}
      {mayRead && <Surroundings evaluation={evaluation} entry={entry} />}
    </article>
  );
}

function Keys({ labelling, evaluation }: { labelling: Labelling; evaluation: ToLabel | undefined }) {
  const { label, skip, undo, canUndo, isPending } = labelling;
  useHotkeys([
    ['y', () => label('right')],
    ['n', () => label('wrong')],
    ['s', skip],
    ['u', undo],
  ]);
  const isOff = evaluation === undefined || isPending;
  const [right, wrong] =
    evaluation?.state === 'not_fired' ? ['Right, nothing there', 'Wrong, missed one'] : ['Right', 'Wrong'];
  return (
    <div className={styles.keys}>
      <Button onClick={() => label('right')} disabled={isOff} rightSection={<Key name="Y" />}>
        {right}
      </Button>
      <Button
        color="red"
        variant="light"
        onClick={() => label('wrong')}
        disabled={isOff}
        rightSection={<Key name="N" />}
      >
        {wrong}
      </Button>
      <Button variant="default" onClick={skip} disabled={isOff} rightSection={<Key name="S" />}>
        Skip
      </Button>
      <Button
        variant="subtle"
        color="gray"
        onClick={undo}
        disabled={!canUndo || isPending}
        rightSection={<Key name="U" />}
      >
        Undo
      </Button>
    </div>
  );
}

const Key = ({ name }: { name: string }) => (
  <Kbd size="xs" className={styles.key} aria-hidden="true">
    {name}
  </Kbd>
);
