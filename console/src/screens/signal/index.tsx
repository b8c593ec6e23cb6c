import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ParleyError } from '../../api.ts';
import { ErrorState, LoadingState, NeedsScope, PageHeader } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { signalQuery } from '../signals/queries.ts';
import { NoSuchSignal } from './no-such-signal.tsx';
import { ReadOnlySignal } from './read-only-signal.tsx';
import type { SignalSearch } from './search.ts';
import { SignalEditor } from './signal-editor.tsx';

const route = getRouteApi('/shell/signals/$id');

const NOT_FOUND = 404;
const ID = /^[1-9]\d{0,15}$/;

/** A signal: its editor and trial, its matches, its coverage and its versions. */
export function SignalScreen() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const mayWrite = useCan('admin');
  const mayRead = useCan('signals:read');
  if (!ID.test(id)) return <NoSuchSignal />;
  // Another signal is another screen: nothing that was written of the one before stays.
  if (mayWrite) return <EditableSignal key={id} id={Number(id)} search={search} />;
  if (mayRead) return <ReadOnlySignal key={id} id={Number(id)} search={search} />;
  return (
    <>
      <PageHeader title="Signal" above={<Link to="/signals">Signals</Link>} />
      <NeedsScope scope="signals:read" what="see signals" />
    </>
  );
}

function EditableSignal({ id, search }: { id: number; search: SignalSearch }) {
  const query = useQuery(signalQuery(id));
  if (query.data) return <SignalEditor saved={query.data} search={search} />;
  if (query.error instanceof ParleyError && query.error.status === NOT_FOUND) return <NoSuchSignal />;
  return (
    <>
      <PageHeader title="Signal" above={<Link to="/signals">Signals</Link>} />
      {query.error ? (
        <ErrorState error={query.error} what="the signal" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      )}
    </>
  );
}
