import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../connection.ts';
import { count, formatTime, Status } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { aiQuery, jobSummaryQuery, warningsQuery } from './queries.ts';
import { queueOf } from './queue.ts';

/** Shows the health of Parley in a few words: the worst known problem, and where to look. */
export function Health() {
  const isAdmin = useCan('admin');
  const connection = useConnection();
  if (connection.state === 'away') return <Status tone="bad">Parley is not responding</Status>;
  return isAdmin ? <AdminHealth /> : <Status tone="good">Parley is responding</Status>;
}

function AdminHealth() {
  const jobs = useQuery(jobSummaryQuery);
  const warnings = useQuery(warningsQuery);
  const ai = useQuery(aiQuery);
  if (jobs.error || ai.error) return <Status tone="warn">Parts of the status could not be loaded</Status>;
  if (!jobs.data || !ai.data) return <Status tone="plain">Checking …</Status>;
  if (warnings.data?.[0]) return <Status tone="bad">{warnings.data[0]}</Status>;
  const { failed, isLate } = queueOf(jobs.data);
  if (failed > 0) {
    return (
      <Link to="/jobs" search={{ state: 'failed' }}>
        <Status tone="bad">{count(failed, 'job')} failed. View failed jobs</Status>
      </Link>
    );
  }
  if (ai.data.isBudgetUsedUp) {
    return (
      <Status tone="warn">
        The AI budget is used up. Signals resume at {formatTime(ai.data.nextDayAt, 'time')}
      </Status>
    );
  }
  if (isLate) return <Status tone="warn">Jobs are delayed</Status>;
  return <Status tone="good">All systems operational</Status>;
}
