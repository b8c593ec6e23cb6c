import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ParleyError } from '../../api.ts';
import {
  EmptyState,
  ENTITY_SCOPES,
  ErrorState,
  LoadingState,
  NeedsScope,
  PageHeader,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { exportQuery } from '../exports/queries.ts';
import { ExportPage } from './export-page.tsx';

const route = getRouteApi('/shell/exports/$id');

const NOT_FOUND = 404;
const ID = /^[1-9]\d{0,15}$/;

const above = <Link to="/exports">Exports</Link>;

/** An export: its progress, its files and the cursor of what follows. */
export function ExportScreen() {
  const { id } = route.useParams();
  if (!useCan(ENTITY_SCOPES)) {
    return (
      <>
        <PageHeader title="Export" above={above} />
        <NeedsScope scope={ENTITY_SCOPES} what="export data" />
      </>
    );
  }
  return ID.test(id) ? <FoundExport key={id} id={Number(id)} /> : <NoSuchExport />;
}

function FoundExport({ id }: { id: number }) {
  const query = useQuery(exportQuery(id));
  if (query.error instanceof ParleyError && query.error.status === NOT_FOUND) return <NoSuchExport />;
  if (query.data) return <ExportPage one={query.data} />;
  return (
    <>
      <PageHeader title="Export" above={above} />
      {query.error ? (
        <ErrorState error={query.error} what="the export" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

function NoSuchExport() {
  return (
    <>
      <PageHeader title="Export" above={above} />
      <EmptyState
        title="Export not found"
        action={
          <Button component={Link} to="/exports">
            View all exports
          </Button>
        }
      >
        It may have been deleted, also because its retention has ended, or the link may be incomplete.
      </EmptyState>
    </>
  );
}
