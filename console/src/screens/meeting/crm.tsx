import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CrmChips, PageState, Status, TimeText } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './crm.module.css';
import { keyNamesQuery, remapsQuery } from './queries.ts';
import type { RemapControl } from './remap.ts';
import { isTied } from './remap-dialog.tsx';
import { useScope } from './scope.ts';
import type { Remap } from './shapes.ts';
import side from './side.module.css';

interface Props {
  control: RemapControl;
  onRemap: () => void;
}

/** Which CRM records the meeting is tied to, and how that came about. */
export function CrmTab({ control, onRemap }: Props) {
  const { meeting } = useScope();
  const { crmAccountId, crmOpportunityId } = meeting;
  const query = useQuery(remapsQuery(meeting.id));
  const mayRemap = useCan('remap:write');
  return (
    <div className={side.parts}>
      <section>
        <h2 className={side.heading}>Tied to</h2>
        {isTied(meeting) ? (
          <CrmChips {...meeting} />
        ) : (
          <p className="muted">
            No CRM record. Nobody's address has the domain of an account, and no id came along.
          </p>
        )}
        {(crmAccountId || crmOpportunityId) && (
          <p className={styles.others}>
            <Link
              to="/meetings"
              search={crmOpportunityId ? { opportunity: crmOpportunityId } : { account: crmAccountId }}
            >
              All meetings of this {crmOpportunityId ? 'opportunity' : 'account'}
            </Link>
          </p>
        )}
        <div className={styles.remap}>
          {mayRemap ? (
            <Button variant="default" size="xs" onClick={onRemap} loading={control.isBusy}>
              Remap
            </Button>
          ) : (
            <p className="muted">
              To change it, sign in with a key that has the scope <code>remap:write</code>.
            </p>
          )}
        </div>
      </section>
      <section>
        <h2 className={side.heading}>History</h2>
        <PageState
          query={query}
          what="the history"
          small
          isEmpty={(remaps) => remaps.length === 0}
          empty={<p className="muted">Never remapped: the records are those that it came in with.</p>}
        >
          {(remaps) => (
            <ol className={styles.history}>
              {remaps.map((remap, index) => (
                <RemapLine
                  key={remap.requestId}
                  remap={remap}
                  onUndo={mayRemap && index === 0 && canUndo(remap) ? control.undo : undefined}
                  isBusy={control.isBusy}
                />
              ))}
            </ol>
          )}
        </PageState>
      </section>
    </div>
  );
}

/** Only the newest, once its records are in place; what was undone is remapped again instead. */
const canUndo = ({ status, undoOf, undoneBy }: Remap): boolean =>
  (status === 'applied' || status === 'completed') && undoOf === undefined && undoneBy === undefined;

const STATES = {
  accepted: { tone: 'accent', word: 'Waiting' },
  applied: { tone: 'accent', word: 'In place, more to do' },
  completed: { tone: 'good', word: 'Done' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

interface LineProps {
  remap: Remap;
  onUndo: ((requestId: string) => void) | undefined;
  isBusy: boolean;
}

function RemapLine({ remap, onUndo, isBusy }: LineProps) {
  const { requestId, status, from, to, undoOf, undoneBy, acceptedAt, reason, summary, signals } = remap;
  const { tone, word } = STATES[status];
  const afterwards = [summary && `summary ${WORDS[summary]}`, signals && `signals ${WORDS[signals]}`].filter(
    Boolean,
  );
  return (
    <li className={styles.remapLine}>
      <div className={styles.remapHead}>
        <strong>{undoOf ? 'Undone' : 'Remapped'}</strong>
        <Status tone={undoneBy ? 'plain' : tone}>{undoneBy ? 'Taken back' : word}</Status>
        {onUndo && (
          <Button
            size="compact-xs"
            variant="default"
            className={styles.undo}
            loading={isBusy}
            onClick={() => onUndo(requestId)}
          >
            Undo
          </Button>
        )}
      </div>
      <div className="muted">
        <TimeText at={acceptedAt} /> by <KeyName id={remap.keyId} />
        {afterwards.length > 0 && `; ${afterwards.join(', ')}`}
      </div>
      {from && to && (
        <dl className={styles.change}>
          <dt>From</dt>
          <dd>
            <Records ids={from} />
          </dd>
          <dt>To</dt>
          <dd>
            <Records ids={to} />
          </dd>
        </dl>
      )}
      {reason && <p className={styles.error}>{reason}</p>}
    </li>
  );
}

const WORDS = { pending: 'to come', done: 'made anew', failed: 'failed', skipped: 'nothing to do' };

function Records({ ids: { accountId, opportunityId, leadId } }: { ids: NonNullable<Remap['from']> }) {
  const ids = {
    ...(accountId ? { crmAccountId: accountId } : {}),
    ...(opportunityId ? { crmOpportunityId: opportunityId } : {}),
    ...(leadId ? { crmLeadId: leadId } : {}),
  };
  return isTied(ids) ? <CrmChips {...ids} /> : <span className="muted">nothing</span>;
}

/** The name of a key, where the caller may read it. */
export function KeyName({ id }: { id: number }) {
  const { data } = useQuery({ ...keyNamesQuery, enabled: useCan('admin') });
  const name = data?.get(id);
  return <>{name ? `the key “${name}”` : `key ${id}`}</>;
}
