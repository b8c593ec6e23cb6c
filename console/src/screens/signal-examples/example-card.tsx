import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Status } from '../../parts/index.ts';
import { intervalWords, percent } from '../signal/share-words.ts';
import { SAID_BY_NAMES } from '../signals/words.ts';
import styles from './examples.module.css';
import type { ExampleSignals } from './queries.ts';

interface Props {
  example: ExampleSignals['examples'][number];
  /** The organization's signal of this name. */
  installedId: number | undefined;
  /** Describes the phrases. */
  words: string;
  /** Absent if the key may not create signals. */
  onInstall: (() => void) | undefined;
  isBusy: boolean;
}

/** An example signal: what it looks for, how good it is, and a button that installs it. */
export function ExampleCard({ example: { signal, quality }, installedId, words, onInstall, isBusy }: Props) {
  const id = useId();
  const { signalName, prompt, phrases, saidBy } = signal;
  return (
    <li className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.name}>
          {signalName}
        </h2>
        {installedId !== undefined && <Status tone="good">Installed</Status>}
      </div>
      <p className={styles.prompt}>{prompt}</p>
      <dl className={styles.quality}>
        <Share name="Precision" share={quality.precision} of={`${quality.right} of ${quality.fired}`} />
        <Share name="Recall" share={quality.recall} of={`${quality.right} of ${quality.moments}`} />
      </dl>
      <details className={styles.phrases}>
        <summary>
          {words}, said by {SAID_BY_NAMES[saidBy].toLowerCase()}
        </summary>
        <p>{phrases.map((phrase) => `“${phrase}”`).join(', ')}</p>
      </details>
      <div className={styles.actions}>
        {installedId !== undefined ? (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/signals/${installedId}`}
            aria-label={`Open ${signalName}`}
          >
            Open
          </Button>
        ) : (
          onInstall && (
            <Button
              size="xs"
              variant="light"
              disabled={isBusy}
              onClick={onInstall}
              aria-label={`Install ${signalName}`}
            >
              Install
            </Button>
          )
        )}
      </div>
    </li>
  );
}

interface ShareProps {
  name: string;
  share: ExampleSignals['examples'][number]['quality']['precision'];
  of: string;
}

function Share({ name, share, of }: ShareProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles.share}>{percent(share.value)}</dd>
      <dd className={styles.interval}>
        {of}; {intervalWords(share)}
      </dd>
    </div>
  );
}
