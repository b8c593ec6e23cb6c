import { Link } from '@tanstack/react-router';
import { count, Figure, Figures, formatTime, PageHeader, TimeText } from '../../parts/index.ts';
import type { Webhook } from '../webhooks/queries.ts';
import { WebhookState } from '../webhooks/webhook-state.tsx';
import { WebhookSwitch } from '../webhooks/webhook-switch.tsx';
import { lagWords, nameOfWebhook, undelivered } from '../webhooks/words.ts';
import { WebhookActions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';
import type { WebhookSearch } from './search.ts';
import { Settings } from './settings.tsx';
import { SendTest } from './test-message.tsx';
import styles from './webhook.module.css';

/** The page of a webhook that exists. */
export function WebhookPage({ webhook, search }: { webhook: Webhook; search: WebhookSearch }) {
  return (
    <>
      <PageHeader
        title={nameOfWebhook(webhook)}
        above={<Link to="/webhooks">Webhooks</Link>}
        subtitle={<span className={styles.url}>{webhook.url}</span>}
        actions={
          <>
            <span className={styles.switch}>
              <WebhookSwitch webhook={webhook} isLabelled />
            </span>
            <SendTest id={Number(webhook.id)} />
            <WebhookActions webhook={webhook} />
          </>
        }
      />
      <Notes webhook={webhook} />
      <State webhook={webhook} />
      <div className={styles.columns}>
        <Deliveries webhook={webhook} search={search} />
        <Settings webhook={webhook} />
      </div>
    </>
  );
}

function State({ webhook }: { webhook: Webhook }) {
  const { lastSuccessAt, lastFailureAt, failingSince } = webhook;
  const changes = undelivered(webhook);
  return (
    <Figures>
      <Figure
        label="State"
        value={<WebhookState webhook={webhook} />}
        hint={failingSince && `Only failures since ${formatTime(failingSince, 'short')}`}
      />
      <Figure
        label="Waiting"
        value={changes === 0 ? 'Up to date' : count(changes, 'change')}
        hint={lagWords(webhook)}
      />
      <Figure
        label="Last delivered"
        value={lastSuccessAt ? <TimeText at={lastSuccessAt} style="relative" /> : 'Never'}
      />
      <Figure
        label="Last failure"
        value={lastFailureAt ? <TimeText at={lastFailureAt} style="relative" /> : 'None'}
      />
    </Figures>
  );
}

/** Says what people have to know: why nothing is delivered, and what was missed. */
function Notes({ webhook: { state, reason, pausedUntil, missed, enabled } }: { webhook: Webhook }) {
  const notes = [
    reason && (enabled ? `The latest attempt failed: ${reason}` : `This webhook was disabled: ${reason}`),
    state === 'failing' &&
      'All attempts have failed for days, so one is made each hour. Deliveries continue by themselves when one succeeds, or at once when you disable and enable the webhook.',
    pausedUntil && `Nothing is sent before ${formatTime(pausedUntil, 'short')}.`,
    missed && `${count(missed.changes, 'change')} could not be delivered. ${missed.message}`,
  ].filter((note) => typeof note === 'string');
  if (notes.length === 0) return null;
  return (
    <div className={styles.notes} role="status">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
