import { formatNumber, Status } from '../../parts/index.ts';
import type { Delivery } from './queries.ts';
import styles from './webhook.module.css';

/** Shows the status that the receiver answered with, or that it did not answer. */
export function AnswerStatus({ delivery: { status, httpStatus } }: { delivery: Delivery }) {
  return <Status tone={status === 'succeeded' ? 'good' : 'bad'}>{httpStatus ?? 'No answer'}</Status>;
}

/** Says in a sentence how an attempt ended. */
export function Outcome({ delivery }: { delivery: Delivery }) {
  const { status, error, httpStatus, ms } = delivery;
  return (
    <p className={styles.outcome}>
      <AnswerStatus delivery={delivery} />
      <span>
        {status === 'succeeded'
          ? `The receiver accepted the message with ${httpStatus}.`
          : `${error ?? 'The attempt failed'}.`}
      </span>
      <span className="muted">{formatNumber(ms)} ms</span>
    </p>
  );
}

/** Shows the beginning of the receiver's answer. */
export function Answer({ delivery: { answer, httpStatus } }: { delivery: Delivery }) {
  if (httpStatus === undefined) return null;
  if (!answer) return <p className="muted">The answer has no body.</p>;
  return (
    <div>
      <div className={styles.answerName}>Answer</div>
      <pre className={styles.answer}>{answer}</pre>
    </div>
  );
}
