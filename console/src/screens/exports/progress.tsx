import { Progress } from '@mantine/core';
import { Status } from '../../parts/index.ts';
import styles from './exports.module.css';
import { type ExportHead, isRunning } from './queries.ts';
import { STATES } from './words.ts';

/** The state of an export, with its progress while it runs. */
export function ExportState({ head }: { head: ExportHead }) {
  const { name, tone } = STATES[head.state];
  const { percent } = head.progress;
  return (
    <span className={styles.state}>
      <Status tone={tone}>{head.state === 'running' ? `${name}, ${percent} %` : name}</Status>
      {isRunning(head) && (
        <Progress
          value={percent}
          size={6}
          radius="sm"
          className={styles.share}
          aria-label={`Export ${head.id}: progress`}
        />
      )}
    </span>
  );
}
