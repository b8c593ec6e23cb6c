import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './home.module.css';

/** What to do with a Parley that holds nothing yet. */
export function FirstSteps() {
  const mayAdd = useCan('ingest:write');
  const mayWrite = useCan('admin');
  const steps = [
    {
      title: 'Bring conversations in',
      text: 'Drop transcript files (WebVTT, SubRip or JSON) here, or let your call platform send them.',
      action: mayAdd && (
        <Button component={Link} to="/add">
          Add meetings
        </Button>
      ),
    },
    {
      title: 'Say what to look out for',
      text: 'A signal reads every conversation from then on and quotes the place where it fires.',
      action: mayWrite && (
        <Button component={Link} to="/signals/new" variant="default">
          Write a signal
        </Button>
      ),
    },
    {
      title: 'Or look around first',
      text: 'An invented company with three hundred calls and their e-mails, on the machine where Parley runs:',
      action: <code className={styles.code}>npx parley demo</code>,
    },
  ];
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text, action }, index) => (
        <li key={title}>
          <Panel className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h2 className={styles.stepTitle}>{title}</h2>
            <p className="muted">{text}</p>
            <div className={styles.stepAction}>{action}</div>
          </Panel>
        </li>
      ))}
    </ol>
  );
}
