import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../connection.ts';
import { count, formatTime, Status } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { aiQuery, jobSummaryQuery, warningsQuery } from './queries.ts';
import { queueOf } from './queue.ts';

/** Whether it is well, in a few words: the worst that is known, and where to look. */
export function Health() {
  const isAdmin = useCan('admin');
  const connection = useConnection();
  if (connection.state === 'away') return <Status tone="bad">Parley does not answer</Status>;
  return isAdmin ? <AdminHealth /> : <Status tone="good">Parley answers</Status>;
}

function AdminHealth() {
  const jobs = useQuery(jobSummaryQuery);
  const warnings = useQuery(warningsQuery);
  const ai = useQuery(aiQuery);
  if (jobs.error || ai.error) return <Status tone="warn">Not all of its state could be read</Status>;
  if (!jobs.data || !ai.data) return <Status tone="plain">Looking …</Status>;
  if (warnings.data?.[0]) return <Status tone="bad">{warnings.data[0]}</Status>;
  const { failed, isLate } = queueOf(jobs.data);
  if (failed > 0) {
    return (
      <Link to="/jobs" search={{ state: 'failed' }}>
        <Status tone="bad">{count(failed, 'job')} failed: see which and why</Status>
      </Link>
    );
  }
  if (ai.data.isBudgetUsedUp) {
    return (
      <Status tone="warn">
        The AI budget is used up; signals go on at {formatTime(ai.data.nextDayAt, 'time')}
      </Status>
    );
  }
  if (isLate) return <Status tone="warn">The queue is behind</Status>;
  return <Status tone="good">All is well</Status>;
}
