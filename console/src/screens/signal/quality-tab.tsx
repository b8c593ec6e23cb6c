import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { count, Figure, Figures, PageState, Panel, usePatchSearch } from '../../parts/index.ts';
import { qualityQuery, type SignalQuality } from './label-queries.ts';
import styles from './labeller.module.css';
import { Labeller } from './labeller.tsx';
import type { SignalSearch } from './search.ts';
import { intervalWords, percent, shareWords } from './share-words.ts';

/** The labels from which on the API gives values. */
const MIN_LABELS = 10;

interface Props {
  id: number;
  /** The current version; unknown to those who may not see definitions. */
  version?: number;
  search: SignalSearch;
}

/** Shows how often the signal is right according to its labels, and lets people label more. */
export function QualityTab({ id, version, search }: Props) {
  const patch = usePatchSearch();
  const [shown, setShown] = useState<number>();
  const query = useQuery(qualityQuery(id, shown));
  return (
    <div className={styles.tab}>
      {search.label !== undefined && (
        <Panel>
          <Labeller
            key={search.label}
            source={{ signalId: id, again: search.label === 'again' }}
            onClose={() => patch({ label: undefined })}
          />
        </Panel>
      )}
      <Panel
        title="Quality"
        hint="Estimated from labels, with intervals of 95 %."
        actions={version !== undefined && version > 1 && <VersionSelect {...{ version, shown, setShown }} />}
      >
        <PageState query={query} what="the quality" small>
          {(quality) => <Shown quality={quality} />}
        </PageState>
        {search.label === undefined && query.data && hasNone(query.data) && version !== undefined && (
          <div className={styles.start}>
            <Button
              variant="default"
              onClick={() => patch({ tab: undefined, on: 'past', backtest: undefined })}
            >
              Try on past meetings
            </Button>
          </div>
        )}
        {search.label === undefined && query.data && !hasNone(query.data) && (
          <div className={styles.start}>
            <Button onClick={() => patch({ label: 'first' })}>Label evaluations</Button>
            <Button variant="default" onClick={() => patch({ label: 'again' })}>
              Give second labels
            </Button>
          </div>
        )}
      </Panel>
    </div>
  );
}

/** Whether the version has evaluated nothing yet, so that there is nothing to label. */
const hasNone = ({ evaluations }: SignalQuality) => evaluations.fired + evaluations.notFired === 0;

interface VersionProps {
  version: number;
  shown: number | undefined;
  setShown: (version: number) => void;
}

function VersionSelect({ version, shown = version, setShown }: VersionProps) {
  const data = Array.from({ length: version }, (_, index) => {
    return { value: String(version - index), label: `Version ${version - index}` };
  });
  return (
    <Select
      aria-label="Version"
      size="xs"
      data={data}
      value={String(shown)}
      allowDeselect={false}
      onChange={(value) => setShown(Number(value))}
    />
  );
}

function Shown({ quality }: { quality: SignalQuality }) {
  const { version, labels, precision, recall, agreement, calibration } = quality;
  const given = labels.right + labels.wrong;
  return (
    <>
      <Figures>
        <Figure
          label="Precision"
          value={shareWords(precision)}
          hint={
            precision ? `${intervalWords(precision)}; when it fires, it is right` : 'Matches that are right'
          }
        />
        <Figure
          label="Recall"
          value={shareWords(recall)}
          hint={recall ? `${intervalWords(recall)}; of what is there, it finds` : 'Moments that it finds'}
        />
        <Figure
          label="Labels"
          value={given}
          hint={`${labels.right} right, ${labels.wrong} wrong; version ${version}`}
        />
        {agreement && (
          <Figure
            label="Agreement"
            value={shareWords(agreement)}
            hint={`of ${count(agreement.moments, 'moment')} labelled more than once`}
          />
        )}
      </Figures>
      {hasNone(quality) ? <NothingEvaluated version={version} /> : <Evaluated quality={quality} />}
      {calibration && <Calibration calibration={calibration} />}
    </>
  );
}

function NothingEvaluated({ version }: { version: number }) {
  return (
    <p className={styles.under}>
      Version {version} has not evaluated any conversation yet. Labels of backtests are kept: backtests
      compare drafts by them, and they count here for each of their conversations that this version evaluates.
    </p>
  );
}

function Evaluated({ quality: { version, labels, labelled, evaluations } }: { quality: SignalQuality }) {
  return (
    <p className={styles.under}>
      {labels.right + labels.wrong < MIN_LABELS && `Values are shown from ${MIN_LABELS} labels on. `}
      Version {version} fired in {count(evaluations.fired, 'conversation')}, of which {labelled.fired} are
      labelled, and did not fire in {evaluations.notFired}, of which {labelled.notFired} are.
    </p>
  );
}

/** Tells on which verdicts the model votes, and what labels say about its confidence. */
function Calibration({ calibration }: { calibration: NonNullable<SignalQuality['calibration']> }) {
  const { model, votesBelow, bands } = calibration;
  const labelled = bands.filter((band) => band.labels > 0);
  return (
    <p className={styles.under}>
      {votesBelow === 0
        ? `${model} is asked once: its verdicts were right however sure it was.`
        : `${model} votes three times where it is less than ${percent(votesBelow)} sure.`}
      {labelled.length > 0 &&
        ` By labels, its first verdicts were right in ${labelled.map(bandWords).join(', ')}.`}
    </p>
  );
}

const bandWords = ({
  from,
  to,
  labels,
  right,
}: {
  from: number;
  to: number;
  labels: number;
  right: number;
}) => `${right} of ${labels} at ${percent(from)} to ${percent(to)}`;
