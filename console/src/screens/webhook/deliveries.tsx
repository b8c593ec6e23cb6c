import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  count,
  EmptyState,
  ExpandableList,
  formatNumber,
  OlderPager,
  PageState,
  Panel,
  TableSkeleton,
  TimeText,
  usePatchSearch,
} from '../../parts/index.ts';
import type { Webhook } from '../webhooks/queries.ts';
import { Answer, AnswerStatus } from './answer.tsx';
import { type Delivery, deliveriesQuery } from './queries.ts';
import { ReplayFrom } from './replay.tsx';
import type { WebhookSearch } from './search.ts';
import styles from './webhook.module.css';

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
];

/** The attempts to deliver messages, newest first, with what the receiver answered. */
export function Deliveries({ webhook, search }: { webhook: Webhook; search: WebhookSearch }) {
  const { status, before } = search;
  const query = useQuery(deliveriesQuery(Number(webhook.id), search));
  const patch = usePatchSearch();
  return (
    <Panel
      title="Deliveries"
      hint="Attempts of the last 7 days, newest first"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Outcome"
          data={STATUSES}
          value={status ?? ''}
          onChange={(next) => patch({ status: next || undefined, before: undefined })}
        />
      }
      flush
    >
      <div className={styles.deliveries}>
        <PageState
          query={query}
          what="the deliveries"
          loading={<TableSkeleton rows={6} />}
          isEmpty={({ deliveries }) => deliveries.length === 0}
          empty={<NoDeliveries search={search} />}
        >
          {({ deliveries, nextBefore }) => (
            <>
              <DeliveryList webhook={webhook} deliveries={deliveries} isStale={query.isPlaceholderData} />
              <OlderPager
                label={count(deliveries.length, 'attempt')}
                isNewest={before === undefined}
                nextBefore={nextBefore === undefined ? undefined : Number(nextBefore)}
                onChange={patch}
              />
            </>
          )}
        </PageState>
      </div>
    </Panel>
  );
}

interface ListProps {
  webhook: Webhook;
  deliveries: readonly Delivery[];
  isStale: boolean;
}

function DeliveryList({ webhook, deliveries, isStale }: ListProps) {
  return (
    <ExpandableList
      label="Deliveries"
      rows={deliveries}
      rowKey={({ id }) => id}
      isStale={isStale}
      rowTone={({ status }) => (status === 'failed' ? 'bad' : undefined)}
      title={({ type }) => <span className={styles.event}>{type}</span>}
      extra={(delivery) => <About delivery={delivery} />}
      end={(delivery) => (
        <>
          <span className="muted">
            <TimeText at={delivery.at} style="relative" />
          </span>
          <AnswerStatus delivery={delivery} />
        </>
      )}
      detail={(delivery) => <Detail webhook={webhook} delivery={delivery} />}
    />
  );
}

function About({ delivery }: { delivery: Delivery }) {
  const { attempt, ms, error, nextAttemptAt } = delivery;
  const isNextAhead = nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > Date.now();
  return (
    <div className={styles.about}>
      {error && <p>{error}</p>}
      <p className="muted">
        <Entity delivery={delivery} />
        {attempt > 1 && `attempt ${attempt} · `}
        {formatNumber(ms)} ms
        {isNextAhead && (
          <>
            {' · next attempt '}
            <TimeText at={nextAttemptAt} style="relative" />
          </>
        )}
      </p>
    </div>
  );
}

/** Names the entity that the message is about, and leads to it where it has a screen. */
function Entity({ delivery: { type, entityId } }: { delivery: Delivery }) {
  if (entityId === undefined) return null;
  const [entity, change] = type.split('.');
  const params = { id: entityId };
  const isGone = change === 'deleted';
  const name = `${entity} ${entityId}`;
  return (
    <>
      {entity === 'meeting' && !isGone ? (
        <Link to="/meetings/$id" params={params}>
          {name}
        </Link>
      ) : entity === 'email' && !isGone ? (
        <Link to="/emails/$id" params={params}>
          {name}
        </Link>
      ) : entity === 'signal' && !isGone ? (
        <Link to="/signals/$id" params={params}>
          {name}
        </Link>
      ) : (
        name
      )}
      {' · '}
    </>
  );
}

function Detail({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { messageId, position, attempt, at } = delivery;
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        <div>
          <dt>When</dt>
          <dd>
            <TimeText at={at} style="full" />
          </dd>
        </div>
        <div>
          <dt>Attempt</dt>
          <dd>{attempt}</dd>
        </div>
        {position !== undefined && (
          <div>
            <dt>Position in the changes</dt>
            <dd>{position}</dd>
          </div>
        )}
        <div>
          <dt>Message ID</dt>
          <dd>
            <code>{messageId}</code>
          </dd>
        </div>
      </dl>
      <Answer delivery={delivery} />
      <ReplayFrom webhook={webhook} delivery={delivery} />
    </div>
  );
}

function NoDeliveries({ search: { status, before } }: { search: WebhookSearch }) {
  const patch = usePatchSearch();
  if (status === undefined && before === undefined) {
    return (
      <EmptyState small title="No deliveries yet">
        A message is sent when something changes. To see whether the receiver works, send a test.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      small
      title={status === 'failed' ? 'No failed deliveries' : 'No deliveries match these filters'}
      action={
        <Button variant="default" onClick={() => patch({ status: undefined, before: undefined })}>
          Show all deliveries
        </Button>
      }
    />
  );
}
