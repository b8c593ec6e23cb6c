import { Link } from '@tanstack/react-router';
import { count, EmptyState, NeedsScope, Panel, Sparkline, TimeText } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './account.module.css';
import type { AccountDetail } from './queries.ts';

/** The most months of a course; further ones are left out at its beginning. */
const MAX_MONTHS = 24;

/** The signals that matched in an account's conversations, with their course over the months. */
export function SignalsPanel({ account }: { account: AccountDetail }) {
  const mayRead = useCan('signals:read');
  const months = monthsBetween(account.firstAt, account.lastAt).slice(-MAX_MONTHS);
  return (
    <Panel title="Signals" hint="Matches by month of the conversation" flush>
      {!mayRead ? (
        <NeedsScope small scope="signals:read" what="see which signals matched" />
      ) : account.signals.length === 0 ? (
        <EmptyState small title="No matches">
          No signal matched in a conversation with this account.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Signals">
          {account.signals.map(({ signalId, signalName, count: matches, lastAt, months: found }) => {
            const byMonth = new Map(found.map(({ month, count: inMonth }) => [month, inMonth]));
            return (
              <li key={signalId} className={styles.signal}>
                <div className={styles.words}>
                  <Link to="/signals/$id" params={{ id: `${signalId}` }} className={styles.strong}>
                    {signalName}
                  </Link>
                  <span className={styles.under}>
                    {count(matches, 'match', 'matches')}, last <TimeText at={lastAt} style="day" />
                  </span>
                </div>
                {months.length > 1 && (
                  <Sparkline
                    values={months.map((month) => byMonth.get(month) ?? 0)}
                    label={`${count(matches, 'match', 'matches')} in ${count(months.length, 'month')}`}
                    width={84}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** Returns the months, `YYYY-MM` in UTC, from that of the first moment to that of the last one. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  const at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`);
  for (; at.toISOString() <= last; at.setUTCMonth(at.getUTCMonth() + 1))
    months.push(at.toISOString().slice(0, 7));
  return months;
}
