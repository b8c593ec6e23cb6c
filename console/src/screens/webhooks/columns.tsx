import { type Column, count, TimeText } from '../../parts/index.ts';
import type { Webhook } from './queries.ts';
import { WebhookState } from './webhook-state.tsx';
import { WebhookSwitch } from './webhook-switch.tsx';
import styles from './webhooks.module.css';
import { lagWords, nameOfWebhook, placeOf, sentWords, undelivered } from './words.ts';

/** The columns of the list of webhooks. */
export const webhookColumns: readonly Column<Webhook>[] = [
  {
    key: 'name',
    header: 'Webhook',
    width: '32%',
    cell: (webhook) => <span className={styles.name}>{nameOfWebhook(webhook)}</span>,
    under: ({ description, url }) =>
      description?.trim() ? <div className={styles.url}>{placeOf(url)}</div> : null,
  },
  { key: 'sent', header: 'Sends', width: '20%', phone: 'line', cell: sentWords },
  {
    key: 'state',
    header: 'State',
    phone: 'line',
    cell: (webhook) => (
      <>
        <WebhookState webhook={webhook} />
        {webhook.reason && <div className={styles.reason}>{webhook.reason}</div>}
      </>
    ),
  },
  { key: 'behind', header: 'Waiting', cell: (webhook) => <Waiting webhook={webhook} /> },
  {
    key: 'delivered',
    header: 'Last delivered',
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt ? <TimeText at={lastSuccessAt} style="relative" /> : <span className="muted">Never</span>,
  },
  {
    key: 'enabled',
    header: 'Enabled',
    width: '96px',
    phone: 'bare',
    cell: (webhook) => (
      <span className={styles.switch}>
        <WebhookSwitch webhook={webhook} />
      </span>
    ),
  },
];

function Waiting({ webhook }: { webhook: Webhook }) {
  const changes = undelivered(webhook);
  if (changes === 0) return <span className="muted">Up to date</span>;
  const lag = lagWords(webhook);
  return (
    <>
      {count(changes, 'change')}
      {lag && <span className={styles.lag}>{lag}</span>}
    </>
  );
}
