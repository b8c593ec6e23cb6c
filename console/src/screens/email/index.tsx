import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ParleyError } from '../../api.ts';
import {
  EmptyState,
  ErrorState,
  LoadingState,
  NeedsScope,
  PageHeader,
  Panel,
  TimeText,
} from '../../parts/index.ts';
import type { Email } from '../../shapes.ts';
import { useCan } from '../../shell/session.ts';
import { subjectOf } from '../emails/queries.ts';
import { DeleteEmail } from './delete-email.tsx';
import styles from './email.module.css';
import { FiredPanel } from './fired-panel.tsx';
import { Participants } from './participants.tsx';
import { emailQuery, firedQuery } from './queries.ts';
import { EmailText } from './text.tsx';

const route = getRouteApi('/shell/emails/$id');

const BACK = <Link to="/emails">E-mails</Link>;

/** An e-mail: what it says, who takes part, and the signals that fired with their evidence marked in it. */
export function EmailScreen() {
  const { id } = route.useParams();
  const mayRead = useCan('meetings:read');
  const query = useQuery({ ...emailQuery(id), enabled: mayRead });
  if (query.data) return <Shown key={id} email={query.data} />;
  return (
    <>
      <PageHeader title="E-mail" above={BACK} />
      {mayRead ? (
        <NotShown error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <NeedsScope scope="meetings:read" what="read e-mails" />
      )}
    </>
  );
}

function NotShown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <LoadingState lines={8} />;
  const isAbsent = error instanceof ParleyError && (error.status === 404 || error.status === 400);
  if (!isAbsent) return <ErrorState error={error} what="the e-mail" onRetry={onRetry} />;
  const action = (
    <Button component={Link} to="/emails" variant="default">
      View all e-mails
    </Button>
  );
  return (
    <EmptyState title="E-mail not found" action={action}>
      It may have been deleted, or it belongs to another organization.
    </EmptyState>
  );
}

function Shown({ email }: { email: Email }) {
  const { signal, execution, entry } = route.useSearch();
  const maySeeSignals = useCan('signals:read');
  const mayDelete = useCan('admin');
  const known = signal && execution ? { signalId: signal, executionId: execution } : undefined;
  const fired = useQuery({ ...firedQuery({ ...email, known }), enabled: maySeeSignals });
  const shown = (fired.data?.fired ?? []).filter(
    ({ signalId }) => signal === undefined || signalId === signal,
  );
  const quotes = shown.flatMap((one) => one.quotes);
  return (
    <>
      <PageHeader
        title={subjectOf(email)}
        above={BACK}
        subtitle={
          <>
            Sent <TimeText at={email.sentAt} />
          </>
        }
        actions={mayDelete && <DeleteEmail email={email} />}
      />
      <div className={styles.columns}>
        <Panel className={styles.letter}>
          <Participants email={email} />
          <EmailText text={email.text} quotes={quotes} entry={entry} />
        </Panel>
        <div className={styles.side}>
          {maySeeSignals ? (
            <FiredPanel query={fired} chosen={signal} />
          ) : (
            <Panel title="Signals">
              <NeedsScope small scope="signals:read" what="see matches" />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
