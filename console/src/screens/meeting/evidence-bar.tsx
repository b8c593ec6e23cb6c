import {
  IconChevronLeft as IconLeft,
  IconChevronRight as IconRight,
  IconTargetArrow as IconSignal,
  IconX,
} from '../../icons/tabler.ts';
import { Step } from './find-bar.tsx';
import { useScope } from './scope.ts';
import styles from './transcript.module.css';

/** Shown over the transcript while a signal is chosen: the current quote of its evidence, and steps to the others. */
export function EvidenceBar({ at, count, step }: { at: number; count: number; step: (by: 1 | -1) => void }) {
  const { chosen, chooseSignal } = useScope();
  if (!chosen) return null;
  return (
    <div className={styles.evidence}>
      <IconSignal size={16} aria-hidden="true" className={styles.evidenceIcon} />
      <strong className={styles.evidenceName}>{chosen.signalName}</strong>
      <span className={styles.evidenceCount} role="status">
        {count === 0 ? 'No quotes in the transcript' : `Quote ${at + 1} of ${count}`}
      </span>
      <span className={styles.steps}>
        {count > 1 && (
          <>
            <Step label="Previous quote (p)" onClick={() => step(-1)}>
              <IconLeft size={17} />
            </Step>
            <Step label="Next quote (n)" onClick={() => step(1)}>
              <IconRight size={17} />
            </Step>
          </>
        )}
        <Step label="Highlight all signals" onClick={() => chooseSignal(undefined)}>
          <IconX size={16} />
        </Step>
      </span>
    </div>
  );
}
