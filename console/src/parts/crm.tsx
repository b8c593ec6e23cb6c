import { TextInput, Tooltip } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../api.ts';
import {
  IconBuilding as IconAccount,
  IconLifebuoy as IconCase,
  IconUserPlus as IconLead,
  IconTargetArrow as IconOpportunity,
} from '../icons/tabler.ts';
import { useCan } from '../shell/session.ts';
import { classes } from './classes.ts';
import styles from './crm.module.css';
import { RecordSelect } from './record-select.tsx';

/** The kinds of CRM records. */
export type CrmType = 'ACCOUNT' | 'OPPORTUNITY' | 'LEAD' | 'CASE';

const KINDS = {
  ACCOUNT: { word: 'Account', icon: IconAccount },
  OPPORTUNITY: { word: 'Opportunity', icon: IconOpportunity },
  LEAD: { word: 'Lead', icon: IconLead },
  CASE: { word: 'Case', icon: IconCase },
};

const PAGE_SIZE = 50;
/** Names are read ahead up to this many records; an organization with more sees ids where the API gives no name. */
const MAX_NAME_PAGES = 10;
const NAMES_FRESH_MS = 10 * 60_000;
const SALESFORCE_ID_LENGTH = 18;

const namesQuery = queryOptions({
  queryKey: ['crm-records', 'names'],
  staleTime: NAMES_FRESH_MS,
  queryFn: async ({ signal }) => {
    const names = new Map<string, string>();
    let pageCount = 1;
    for (let pageNumber = 1; pageNumber <= Math.min(pageCount, MAX_NAME_PAGES); pageNumber += 1) {
      const query = { pageNumber, pageSize: PAGE_SIZE };
      const page = await unwrap(api.GET('/admin/v1/crm-records', { params: { query }, signal }));
      for (const { type, id, name } of page.records) names.set(`${type} ${id}`, name);
      pageCount = page.pageCount;
    }
    return names;
  },
});

/** The name of a CRM record by type and id, where the key may see it (`admin`) and it has one. */
export function useCrmName(): (type: CrmType, id: string) => string | undefined {
  const { data } = useQuery({ ...namesQuery, enabled: useCan('admin') });
  return (type, id) => data?.get(`${type} ${id}`);
}

interface ChipProps {
  type: CrmType;
  id: string;
  /** The name, if the API returned it. Otherwise it is looked up. */
  name?: string;
}

/** A CRM record by its name, with its kind as an icon and its id on hover. An account leads to its page. */
export function CrmChip({ type, id, name }: ChipProps) {
  const nameOf = useCrmName();
  const mayOpen = useCan('meetings:read') && type === 'ACCOUNT';
  const { word, icon: KindIcon } = KINDS[type];
  const shown = name ?? nameOf(type, id);
  const content = (
    <>
      <KindIcon size={14} aria-hidden="true" className={styles.icon} />
      <span className="visually-hidden">{word} </span>
      <span className={shown ? styles.name : styles.id}>{shown ?? id}</span>
    </>
  );
  return (
    <Tooltip label={`${word} ${id}`}>
      {mayOpen ? (
        <Link to="/accounts/$id" params={{ id }} className={classes(styles.chip, styles.linked)}>
          {content}
        </Link>
      ) : (
        <span className={styles.chip}>{content}</span>
      )}
    </Tooltip>
  );
}

/** The chips of whatever has CRM ids; nothing where it has none. */
export function CrmChips(record: {
  crmAccountId?: string;
  crmAccountName?: string;
  crmOpportunityId?: string;
  crmOpportunityName?: string;
  crmLeadId?: string;
  crmLeadName?: string;
  crmCaseId?: string;
}) {
  const { crmAccountId, crmOpportunityId, crmLeadId, crmCaseId } = record;
  if (!crmAccountId && !crmOpportunityId && !crmLeadId && !crmCaseId) return null;
  return (
    <span className={styles.chips}>
      {crmAccountId && <CrmChip type="ACCOUNT" id={crmAccountId} name={record.crmAccountName} />}
      {crmOpportunityId && (
        <CrmChip type="OPPORTUNITY" id={crmOpportunityId} name={record.crmOpportunityName} />
      )}
      {crmLeadId && <CrmChip type="LEAD" id={crmLeadId} name={record.crmLeadName} />}
      {crmCaseId && <CrmChip type="CASE" id={crmCaseId} />}
    </span>
  );
}

interface PickerProps {
  type: CrmType;
  label: string;
  /** The record's id. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** Text shown when nothing is chosen. */
  placeholder?: string;
  className?: string;
}

/** Chooses a CRM record by name; where the key may not list them, or it is not known, by its id. */
export function CrmPicker(props: PickerProps) {
  return useCan('admin') ? <NamePicker {...props} /> : <IdInput {...props} />;
}

function NamePicker({ type, label, value, onChange, placeholder = 'Any', className }: PickerProps) {
  const nameOf = useCrmName();
  return (
    <RecordSelect
      {...{ label, placeholder, className, value, onChange }}
      name={value === undefined ? undefined : nameOf(type, value)}
      queryKey={['crm-records', type]}
      find={async (search, signal) => {
        const query = { type, pageSize: PAGE_SIZE, ...(search ? { search } : {}) };
        const { records } = await unwrap(api.GET('/admin/v1/crm-records', { params: { query }, signal }));
        return records.map(({ id, name }) => ({ value: id, label: name }));
      }}
      choiceOf={(typed) =>
        typed.length === SALESFORCE_ID_LENGTH ? { value: typed, label: typed } : undefined
      }
      nothingFound="No matching record. You can also enter an 18-character ID."
    />
  );
}

function IdInput({ label, value, onChange, className }: PickerProps) {
  const [typed, setTyped] = useState(value ?? '');
  const isWhole = typed === '' || typed.length === SALESFORCE_ID_LENGTH;
  return (
    <TextInput
      className={className}
      label={`${label} ID`}
      placeholder="18 characters"
      maxLength={SALESFORCE_ID_LENGTH}
      value={typed}
      error={isWhole ? undefined : 'An ID has 18 characters'}
      onChange={(event) => {
        const next = event.currentTarget.value.trim();
        setTyped(next);
        if (next === '' || next.length === SALESFORCE_ID_LENGTH) onChange(next || undefined);
      }}
    />
  );
}
