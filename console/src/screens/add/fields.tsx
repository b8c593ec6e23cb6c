import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CrmPicker, useSearchApi } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './add.module.css';
import type { Details } from './details.ts';

interface Props {
  value: Details;
  /** The defaults, shown as placeholders of empty fields. */
  fallback?: Details;
  onChange: (patch: Details) => void;
}

const ATTENDEES_HINT = 'Names, e-mail addresses or both, separated by semicolons';

/** The fields for host, start, account and attendees, of one file or as defaults for all. */
export function DetailFields({ value, fallback, onChange }: Props) {
  const mayNameAccounts = useCan('meetings:read');
  const HostField = mayNameAccounts ? HostSearch : HostInput;
  return (
    <>
      <HostField value={value} fallback={fallback} onChange={onChange} />
      <TextInput
        label="Host’s name"
        placeholder={fallback?.hostName ?? 'Optional'}
        value={value.hostName ?? ''}
        onChange={(event) => onChange({ hostName: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="datetime-local"
        step={60}
        label="Start time (your time zone)"
        value={value.start ?? ''}
        onChange={(event) => onChange({ start: event.currentTarget.value || undefined })}
      />
      <CrmPicker
        type="ACCOUNT"
        label="Account"
        placeholder={fallback?.account ? 'Same as for all files' : 'Matched by attendees’ e-mail domains'}
        value={value.account}
        onChange={(account) => onChange({ account })}
      />
      <Textarea
        className={styles.wide}
        label="Attendees"
        description={ATTENDEES_HINT}
        placeholder={fallback?.attendees ?? 'Everyone who speaks'}
        autosize
        minRows={1}
        maxRows={6}
        value={value.attendees ?? ''}
        onChange={(event) => onChange({ attendees: event.currentTarget.value || undefined })}
      />
    </>
  );
}

function HostInput({ value, fallback, onChange }: Props) {
  return (
    <TextInput
      type="email"
      label="Host’s e-mail"
      placeholder={fallback?.hostEmail ?? 'ada@example.com'}
      value={value.hostEmail ?? ''}
      onChange={(event) => onChange({ hostEmail: event.currentTarget.value.trim() || undefined })}
    />
  );
}

/** Suggests participants of meetings while typing. */
function HostSearch({ value, fallback, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const people = useSearchApi(typed).data?.people ?? [];
  return (
    <Autocomplete
      type="email"
      label="Host’s e-mail"
      placeholder={fallback?.hostEmail ?? 'ada@example.com'}
      value={value.hostEmail ?? ''}
      data={typed === '' ? [] : people.map(({ email }) => email)}
      filter={({ options }) => options}
      onChange={(next) => {
        setTyped(next);
        onChange({ hostEmail: next.trim() || undefined });
      }}
    />
  );
}
