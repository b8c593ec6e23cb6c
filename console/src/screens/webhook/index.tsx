import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ParleyError } from '../../api.ts';
import { EmptyState, ErrorState, LoadingState, NeedsScope, PageHeader } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { webhookQuery } from '../webhooks/queries.ts';
import { WebhookPage } from './webhook-page.tsx';

const route = getRouteApi('/shell/webhooks/$id');

const NOT_FOUND = 404;
const ID = /^[1-9]\d{0,15}$/;

const above = <Link to="/webhooks">Webhooks</Link>;

/** A webhook: its state, its deliveries and its settings. */
export function WebhookScreen() {
  const { id } = route.useParams();
  if (!useCan('admin')) {
    return (
      <>
        <PageHeader title="Webhook" above={above} />
        <NeedsScope scope="admin" what="manage webhooks" />
      </>
    );
  }
  return ID.test(id) ? <FoundWebhook key={id} id={Number(id)} /> : <NoSuchWebhook />;
}

function FoundWebhook({ id }: { id: number }) {
  const query = useQuery(webhookQuery(id));
  const search = route.useSearch();
  if (query.error instanceof ParleyError && query.error.status === NOT_FOUND) return <NoSuchWebhook />;
  if (query.data) return <WebhookPage webhook={query.data} search={search} />;
  return (
    <>
      <PageHeader title="Webhook" above={above} />
      {query.error ? (
        <ErrorState error={query.error} what="the webhook" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

function NoSuchWebhook() {
  return (
    <>
      <PageHeader title="Webhook" above={above} />
      <EmptyState
        title="Webhook not found"
        action={
          <Button component={Link} to="/webhooks">
            View all webhooks
          </Button>
        }
      >
        It may have been deleted, or the link may be incomplete.
      </EmptyState>
    </>
  );
}
