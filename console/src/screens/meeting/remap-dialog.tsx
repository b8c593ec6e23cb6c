import { Button, Group, Loader, Modal, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../api.ts';
import { IconCheck, IconPoint as IconDot, IconX } from '../../icons/tabler.ts';
import { CrmChips, CrmPicker, toast } from '../../parts/index.ts';
import styles from './crm.module.css';
import type { RemapControl, RemapOrder } from './remap.ts';
import { useScope } from './scope.ts';
import type { Remap } from './shapes.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  control: RemapControl;
}

/** Chooses other CRM records for the meeting, and shows how far the remap is. */
export function RemapDialog({ opened, onClose, control }: Props) {
  const close = () => {
    if (!control.isBusy) control.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Link this meeting to other CRM records" size="lg">
      <RemapForm onClose={close} control={control} />
    </Modal>
  );
}

function RemapForm({ onClose, control }: Omit<Props, 'opened'>) {
  const { meeting } = useScope();
  const [order, setOrder] = useState<RemapOrder>({ triggerSummary: false, triggerAiSignals: false });
  const { isBusy, now, error } = control;
  const isChosen = Boolean(order.accountId || order.opportunityId || order.leadId);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const done = await control.remap(order);
      toast.good('CRM records updated.', {
        label: 'Undo',
        onClick: () => control.undo(done.requestId),
      });
      onClose();
    } catch {
      // Told below, from the control.
    }
  };
  return (
    <form onSubmit={submit}>
      <div className={styles.nowLine}>
        <span className="muted">Current:</span>
        {isTied(meeting) ? <CrmChips {...meeting} /> : <span>No CRM records</span>}
      </div>
      <Fields
        isBusy={isBusy}
        order={order}
        onChange={(change) => setOrder((last) => ({ ...last, ...change }))}
      />
      {(isBusy || error) && (
        <Steps now={now} isSummed={order.triggerSummary} isJudged={order.triggerAiSignals} />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {messageOf(error)}
        </p>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {isBusy ? 'Continue in the background' : 'Cancel'}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isChosen}>
          Remap
        </Button>
      </Group>
    </form>
  );
}

interface FieldsProps {
  order: RemapOrder;
  onChange: (change: Partial<RemapOrder>) => void;
  isBusy: boolean;
}

function Fields({ order, onChange, isBusy }: FieldsProps) {
  const hasTranscript = useScope().entries.length > 0;
  return (
    <fieldset className={styles.fields} disabled={isBusy}>
      <legend className="visually-hidden">CRM records</legend>
      <CrmPicker
        type="ACCOUNT"
        label="Account"
        placeholder="Keep current"
        value={order.accountId}
        onChange={(accountId) => onChange({ accountId })}
      />
      <CrmPicker
        type="OPPORTUNITY"
        label="Opportunity"
        placeholder="Keep current"
        value={order.opportunityId}
        onChange={(opportunityId) => onChange({ opportunityId })}
      />
      <CrmPicker
        type="LEAD"
        label="Lead"
        placeholder="Keep current"
        value={order.leadId}
        onChange={(leadId) => onChange({ leadId })}
      />
      <Switch
        label="Regenerate the summary"
        checked={order.triggerSummary}
        disabled={!hasTranscript}
        onChange={(event) => onChange({ triggerSummary: event.currentTarget.checked })}
      />
      <Switch
        label="Re-run signals"
        description="Matches will then show the new CRM records."
        checked={order.triggerAiSignals}
        disabled={!hasTranscript}
        onChange={(event) => onChange({ triggerAiSignals: event.currentTarget.checked })}
      />
    </fieldset>
  );
}

/** Whether a meeting has any CRM record. */
export const isTied = (ids: {
  crmAccountId?: string;
  crmOpportunityId?: string;
  crmLeadId?: string;
  crmCaseId?: string;
}): boolean => Boolean(ids.crmAccountId || ids.crmOpportunityId || ids.crmLeadId || ids.crmCaseId);

type StepState = 'waiting' | 'busy' | 'done' | 'failed' | 'skipped';

function Steps({
  now,
  isSummed,
  isJudged,
}: {
  now: Remap | undefined;
  isSummed: boolean;
  isJudged: boolean;
}) {
  const isApplied = now?.status === 'applied' || now?.status === 'completed';
  const afterwards = (state: Remap['summary']): StepState =>
    state === 'pending' || state === undefined ? (isApplied ? 'busy' : 'waiting') : state;
  const records: StepState = now?.status === 'failed' ? 'failed' : isApplied ? 'done' : 'busy';
  return (
    <ol className={styles.steps} aria-label="Progress" aria-live="polite">
      <StepLine state={now ? 'done' : 'busy'}>Accepted</StepLine>
      <StepLine state={now ? records : 'waiting'}>CRM records updated</StepLine>
      {(isSummed || now?.summary) && (
        <StepLine state={afterwards(now?.summary)}>Summary regenerated</StepLine>
      )}
      {(isJudged || now?.signals) && <StepLine state={afterwards(now?.signals)}>Signals re-run</StepLine>}
    </ol>
  );
}

function StepLine({ state, children }: { state: StepState; children: React.ReactNode }) {
  const icons = {
    waiting: <IconDot size={16} />,
    busy: <Loader size={14} />,
    done: <IconCheck size={16} />,
    failed: <IconX size={16} />,
    skipped: <IconDot size={16} />,
  };
  const words = { waiting: '', busy: '', done: '', failed: ' – failed', skipped: ' – not needed' };
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.stepIcon} aria-hidden="true">
        {icons[state]}
      </span>
      {children}
      {words[state]}
    </li>
  );
}
