import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './home.module.css';

/** The first steps, shown while there is no data. */
export function FirstSteps() {
  const mayAdd = useCan('ingest:write');
  const mayWrite = useCan('admin');
  const steps = [
    {
      title: 'Add conversations',
      text: 'Upload transcript files, or connect your call platform through the API.',
      action: mayAdd && (
        <Button component={Link} to="/add">
          Add meetings
        </Button>
      ),
    },
    {
      title: 'Create a signal',
      text: 'A signal evaluates every new conversation and quotes the words that made it fire.',
      action: mayWrite && (
        <Button component={Link} to="/signals/new" variant="default">
          Create a signal
        </Button>
      ),
    },
    {
      title: 'Or explore sample data',
      text: 'To load an invented company with 300 calls and their e-mails, run this command on the machine where Parley runs:',
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
