import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Avatar, CrmChips, EmptyState, nameOf, PageState, Panel, TimeText } from '../../parts/index.ts';
import styles from './home.module.css';
import { latestExecutionsQuery, latestMeetingsQuery } from './queries.ts';

/** The newest meetings. */
export function LatestMeetings() {
  const query = useQuery(latestMeetingsQuery);
  return (
    <Panel title="Latest meetings" flush className={styles.wide}>
      <PageState
        query={query}
        what="the latest meetings"
        small
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState small title="No meetings yet" />}
      >
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((meeting) => (
              <li key={meeting.id} className={styles.line}>
                <Avatar person={meeting.host} size={30} />
                <div className={styles.words}>
                  <Link to="/meetings/$id" params={{ id: meeting.id }} className={styles.lineLink}>
                    {meeting.title}
                  </Link>
                  <span className={styles.under}>
                    {nameOf(meeting.host)} · <TimeText at={meeting.startTime} />
                  </span>
                </div>
                <span className={styles.chips}>
                  <CrmChips crmAccountId={meeting.crmAccountId} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Panel>
  );
}

/** The newest executions of any signal, with their reason. */
export function LatestExecutions() {
  const query = useQuery(latestExecutionsQuery);
  return (
    <Panel title="Latest matches" actions={<Link to="/matches">View all matches</Link>} flush>
      <PageState
        query={query}
        what="the latest matches"
        small
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState small title="No matches yet" />}
      >
        {({ items }) => (
          <ul className={styles.list}>
            {items.slice(0, 4).map((execution) => (
              <li key={execution.executionId} className={styles.line}>
                <div className={styles.words}>
                  <span className={styles.under}>
                    <strong className={styles.signal}>{execution.signalName}</strong> · evaluated{' '}
                    <TimeText at={execution.triggeredAt} style="relative" />
                  </span>
                  <SourceLink {...execution} />
                  <span className={styles.reason}>{execution.reason}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PageState>
    </Panel>
  );
}

function SourceLink(source: { sourceType: string; sourceId: number; sourceTitle: string; signalId: number }) {
  const { sourceType, sourceId, sourceTitle, signalId } = source;
  const to = sourceType === 'email' ? '/emails/$id' : '/meetings/$id';
  return (
    <Link to={to} params={{ id: `${sourceId}` }} search={{ signal: signalId }} className={styles.lineLink}>
      {sourceTitle}
    </Link>
  );
}
