import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus as IconAdd, IconPackageExport as IconExports } from '../../icons/tabler.ts';
import {
  DataTable,
  EmptyState,
  ENTITY_SCOPES,
  NeedsScope,
  PagedPanel,
  PageHeader,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { exportColumns } from './columns.tsx';
import { CreateExport } from './create-export.tsx';
import { exportsQuery } from './queries.ts';

const route = getRouteApi('/shell/exports');

/** The list of exports with their states, and the way to a new one. */
export function ExportsScreen() {
  if (useCan(ENTITY_SCOPES)) return <Exports />;
  return (
    <>
      <PageHeader title="Exports" />
      <NeedsScope scope={ENTITY_SCOPES} what="export data" />
    </>
  );
}

function Exports() {
  const search = route.useSearch();
  const query = useQuery(exportsQuery(search));
  const patch = usePatchSearch();
  return (
    <>
      <PageHeader
        title="Exports"
        subtitle="Everything, or what changed, as files for a warehouse or an archive"
        actions={
          <Button leftSection={<IconAdd size={16} />} onClick={() => patch({ new: true })}>
            Create export
          </Button>
        }
      />
      <PagedPanel
        query={query}
        search={search}
        what="the exports"
        noun="export"
        rowsOf={({ exports }) => exports}
        empty={<NoExports />}
      >
        {(rows, isStale) => (
          <DataTable
            caption="Exports"
            columns={exportColumns}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({ to: '/exports/$id', params: { id } })}
            rowTone={({ state }) => (state === 'failed' ? 'bad' : undefined)}
            isStale={isStale}
          />
        )}
      </PagedPanel>
      {search.new && <CreateExport onClose={() => patch({ new: undefined }, { replace: true })} />}
    </>
  );
}

function NoExports() {
  return (
    <EmptyState title="No exports yet" icon={<IconExports size={22} stroke={1.6} />}>
      An export writes meetings with their transcripts, e-mails, matches, signals and users to files. A later
      export can contain only what has changed since.
    </EmptyState>
  );
}
