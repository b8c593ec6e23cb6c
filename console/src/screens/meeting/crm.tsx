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
import type { MeetingWithRecording, Remap } from './shapes.ts';
import side from './side.module.css';

interface Props {
  control: RemapControl;
  onRemap: () => void;
}

/** Shows the CRM records of the meeting and the history of their changes. */
export function CrmTab({ control, onRemap }: Props) {
  const { meeting } = useScope();
  const { crmAccountId, crmOpportunityId } = meeting;
  const query = useQuery(remapsQuery(meeting.id));
  const mayRemap = useCan('remap:write');
  return (
    <div className={side.parts}>
      <section>
        <h2 className={side.heading}>Linked to</h2>
        {isTied(meeting) ? (
          <CrmChips {...meeting} />
        ) : (
          <p className="muted">
            No CRM record is linked. No ID was sent with the meeting, and no attendee’s e-mail domain belongs
            to an account.
          </p>
        )}
        {(crmAccountId || crmOpportunityId) && (
          <p className={styles.others}>
            <Link
              to="/meetings"
              search={crmOpportunityId ? { opportunity: crmOpportunityId } : { account: crmAccountId }}
            >
              View all meetings of this {crmOpportunityId ? 'opportunity' : 'account'}
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
              To change the CRM records, sign in with a key that has the scope <code>remap:write</code>.
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
          empty={
            <p className="muted">
              Never remapped. The CRM records are the ones that were set when the meeting came in.
            </p>
          }
        >
          {(remaps) => (
            <ol className={styles.history}>
              {remaps.map((remap, index) => (
                <RemapLine
                  key={remap.requestId}
                  remap={remap}
                  onUndo={mayRemap && index === 0 && canUndo(remap, meeting) ? control.undo : undefined}
                  isOvertaken={index === 0 && isUndoable(remap) && !isStanding(remap, meeting)}
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

/** A remap can be undone once it is applied, unless it was undone already or is itself an undo. */
const isUndoable = ({ status, undoOf, undoneBy }: Remap): boolean =>
  (status === 'applied' || status === 'completed') && undoOf === undefined && undoneBy === undefined;

/** Whether the meeting still has the records that the remap set. A restored version or an import may have changed them. */
const isStanding = ({ to }: Remap, meeting: MeetingWithRecording): boolean =>
  to?.accountId === meeting.crmAccountId &&
  to?.opportunityId === meeting.crmOpportunityId &&
  to?.leadId === meeting.crmLeadId;

/** The API refuses to undo a remap whose records the meeting no longer has. */
const canUndo = (remap: Remap, meeting: MeetingWithRecording): boolean =>
  isUndoable(remap) && isStanding(remap, meeting);

const STATES = {
  accepted: { tone: 'accent', word: 'Waiting' },
  applied: { tone: 'accent', word: 'Applied, follow-up work in progress' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

interface LineProps {
  remap: Remap;
  onUndo: ((requestId: string) => void) | undefined;
  /** The CRM records were changed after the remap, so that it can no longer be undone. */
  isOvertaken: boolean;
  isBusy: boolean;
}

function RemapLine({ remap, onUndo, isOvertaken, isBusy }: LineProps) {
  const { requestId, status, from, to, undoOf, undoneBy, acceptedAt, reason, summary, signals } = remap;
  const { tone, word } = STATES[status];
  const afterwards = [summary && `summary ${WORDS[summary]}`, signals && `signals ${WORDS[signals]}`].filter(
    Boolean,
  );
  return (
    <li className={styles.remapLine}>
      <div className={styles.remapHead}>
        <strong>{undoOf ? 'Earlier remap undone' : 'Remapped'}</strong>
        <Status tone={undoneBy ? 'plain' : tone}>{undoneBy ? 'Undone' : word}</Status>
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
      {isOvertaken && (
        <p className="muted">
          The CRM records have changed since this remap, so it can no longer be undone. Remap the meeting to
          set other records.
        </p>
      )}
      {reason && <p className={styles.error}>{reason}</p>}
    </li>
  );
}

const WORDS = { pending: 'pending', done: 'updated', failed: 'failed', skipped: 'not needed' };

function Records({ ids: { accountId, opportunityId, leadId } }: { ids: NonNullable<Remap['from']> }) {
  const ids = {
    ...(accountId ? { crmAccountId: accountId } : {}),
    ...(opportunityId ? { crmOpportunityId: opportunityId } : {}),
    ...(leadId ? { crmLeadId: leadId } : {}),
  };
  return isTied(ids) ? <CrmChips {...ids} /> : <span className="muted">none</span>;
}

/** The name of a key, where the caller may read it. */
export function KeyName({ id }: { id: number }) {
  const { data } = useQuery({ ...keyNamesQuery, enabled: useCan('admin') });
  const name = data?.get(id);
  return <>{name ? `the key “${name}”` : `key ${id}`}</>;
}
