import { Button } from '@mantine/core';
import { count, usePatchSearch } from '../../parts/index.ts';
import type { EditorSearch } from './editor-search.ts';
import type { Share } from './label-queries.ts';
import styles from './labeller.module.css';
import { Labeller } from './labeller.tsx';
import type { Backtest } from './queries.ts';
import { intervalWords, shareWords } from './share-words.ts';

/** Shows what labels say of the draft, next to the version in use, and lets its results be labelled. */
export function BacktestQuality({ backtest, search }: { backtest: Backtest; search: EditorSearch }) {
  const patch = usePatchSearch();
  const { backtestId, signalId, quality, judged } = backtest;
  if (signalId === undefined || judged === 0) return null;
  return (
    <section aria-label="Quality on labelled meetings" className={styles.quality}>
      {quality ? (
        <Compared quality={quality} version={backtest.version ?? 1} />
      ) : (
        <p className={styles.small}>Label results to see how often the draft is right.</p>
      )}
      {search.label === undefined ? (
        <div>
          <Button variant="default" size="xs" onClick={() => patch({ label: 'first' })}>
            Label results
          </Button>
        </div>
      ) : (
        <Labeller source={{ backtestId }} onClose={() => patch({ label: undefined })} />
      )}
    </section>
  );
}

function Compared({ quality, version }: { quality: NonNullable<Backtest['quality']>; version: number }) {
  const { meetings, improved, worsened, draft, current } = quality;
  return (
    <>
      <h3 className={styles.title}>On {count(meetings, 'labelled meeting')}</h3>
      <table className={styles.compared}>
        <thead>
          <tr>
            <td />
            <th scope="col">Draft</th>
            <th scope="col">Version {version}</th>
          </tr>
        </thead>
        <tbody>
          <Row name="Precision" hint="right where it fires" shares={[draft.precision, current.precision]} />
          <Row name="Recall" hint="found of what is there" shares={[draft.recall, current.recall]} />
          <tr>
            <th scope="row">
              Right
              <div className={styles.small}>fires or not, as it should</div>
            </th>
            <td>{draft.labels.right}</td>
            <td>{current.labels.right}</td>
          </tr>
          <tr>
            <th scope="row">Wrong</th>
            <td>{draft.labels.wrong}</td>
            <td>{current.labels.wrong}</td>
          </tr>
        </tbody>
      </table>
      <p className={styles.small}>
        {improved + worsened === 0
          ? 'Both are right about the same meetings.'
          : `The draft corrects ${count(improved, 'meeting')} and gets ${count(worsened, 'meeting')} wrong that version ${version} has right.`}
      </p>
    </>
  );
}

function Row({ name, hint, shares }: { name: string; hint: string; shares: (Share | undefined)[] }) {
  return (
    <tr>
      <th scope="row">
        {name}
        <div className={styles.small}>{hint}</div>
      </th>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={index}>
          <strong>{shareWords(share)}</strong>
          {share && <div className={styles.small}>{intervalWords(share)}</div>}
        </td>
      ))}
    </tr>
  );
}
