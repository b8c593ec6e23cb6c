import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { CrmPicker, type CrmType } from '../../../parts/index.ts';
import type { RemapOrder } from '../../meeting/remap.ts';
import styles from './bulk.module.css';

type RecordField = 'accountId' | 'opportunityId' | 'leadId';

const FIELDS: readonly { type: CrmType; label: string; field: RecordField }[] = [
  { type: 'ACCOUNT', label: 'Account', field: 'accountId' },
  { type: 'OPPORTUNITY', label: 'Opportunity', field: 'opportunityId' },
  { type: 'LEAD', label: 'Lead', field: 'leadId' },
];

interface Props {
  /** The number of meetings, in words. */
  what: string;
  onClose: () => void;
  onSubmit: (order: RemapOrder) => void;
}

/** Chooses the CRM records for several meetings. */
export function RemapDialog({ what, onClose, onSubmit }: Props) {
  const [records, setRecords] = useState<{ [Field in RecordField]?: string | undefined }>({});
  const isChosen = Object.values(records).some(Boolean);
  return (
    <Modal opened onClose={onClose} title={`Link ${what} to other CRM records`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit({ ...records, triggerSummary: false, triggerAiSignals: false });
          onClose();
        }}
      >
        <p className={styles.hint}>
          The records that you choose replace those of each meeting; the others remain. You can undo it.
        </p>
        <div className={styles.fields}>
          {FIELDS.map(({ type, label, field }) => (
            <CrmPicker
              key={type}
              type={type}
              label={label}
              placeholder="Keep current"
              value={records[field]}
              onChange={(id) => setRecords((before) => ({ ...before, [field]: id }))}
            />
          ))}
        </div>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChosen}>
            Remap {what}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
