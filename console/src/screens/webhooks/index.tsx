import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus as IconAdd, IconWebhook } from '../../icons/tabler.ts';
import {
  count,
  DataTable,
  EmptyState,
  NeedsScope,
  PageHeader,
  PageState,
  Panel,
  TableSkeleton,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { webhookColumns } from './columns.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';

const route = getRouteApi('/shell/webhooks');

/** The list of webhooks: where they lead, what they send and how far they are. */
export function WebhooksScreen() {
  if (useCan('admin')) return <Webhooks />;
  return (
    <>
      <PageHeader title="Webhooks" />
      <NeedsScope scope="admin" what="manage webhooks" />
    </>
  );
}

function Webhooks() {
  const query = useQuery(webhooksQuery);
  const search = route.useSearch();
  const patch = usePatchSearch();
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle={query.data ? subtitleOf(query.data) : ' '}
        actions={
          <Button leftSection={<IconAdd size={16} />} onClick={() => patch({ new: true })}>
            Create webhook
          </Button>
        }
      />
      <Panel flush>
        <PageState
          query={query}
          what="the webhooks"
          loading={<TableSkeleton rows={4} />}
          isEmpty={(webhooks) => webhooks.length === 0}
          empty={
            <EmptyState title="No webhooks yet" icon={<IconWebhook size={22} stroke={1.6} />}>
              A webhook posts every change, such as a new meeting or a match of a signal, to a URL of yours.
              Each message is signed, and is sent again until your system accepts it.
            </EmptyState>
          }
        >
          {(webhooks) => (
            <DataTable
              caption="Webhooks"
              columns={webhookColumns}
              rows={webhooks}
              rowKey={({ id }) => id}
              rowLink={({ id }) => ({ to: '/webhooks/$id', params: { id } })}
              rowTone={({ state }) => (state === 'failing' ? 'bad' : undefined)}
            />
          )}
        </PageState>
      </Panel>
      {search.new && <CreateWebhook onClose={() => patch({ new: undefined }, { replace: true })} />}
    </>
  );
}

function subtitleOf(webhooks: readonly Webhook[]): string {
  const failing = webhooks.filter(({ state }) => state === 'failing' || state === 'retrying').length;
  return `${count(webhooks.length, 'webhook')}${failing > 0 ? `, ${failing} with failures` : ''}`;
}
