import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './home.module.css';
import { LoadSampleData } from './sample-data.tsx';
import { sampleDataQuery } from './sample-data-query.ts';

/** The first steps, shown while there is no data. */
export function FirstSteps() {
  const mayAdd = useCan('ingest:write');
  const mayWrite = useCan('admin');
  const sample = useQuery({ ...sampleDataQuery, enabled: mayWrite });
  const isAbsent = sample.data?.state === 'absent';
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
    mayWrite
      ? {
          title: 'Or explore sample data',
          text: 'Load an invented company with 304 calls, 82 e-mails and their signals into this organization. You can remove it again at any time; your own data is not affected.',
          action: isAbsent && <LoadSampleData />,
        }
      : {
          title: 'Or explore sample data',
          text: 'To load an invented company with 304 calls and 82 e-mails into an organization of its own, run this command on the machine where Parley runs:',
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
