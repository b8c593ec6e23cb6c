import { Button, Checkbox, Modal, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, messageOf, unwrap } from '../../../api.ts';
import dialog from '../../../parts/dialog-form.module.css';
import { addDays, dayOf, formatTime, ShownOnce } from '../../../parts/index.ts';
import { type Scope, useSession } from '../../../shell/session.ts';
import { keysQuery } from './queries.ts';

const SCOPES: readonly { value: Scope; label: string }[] = [
  { value: 'meetings:read', label: 'Read meetings and e-mails' },
  { value: 'users:read', label: 'Read users' },
  { value: 'signals:read', label: 'Read signals and their matches' },
  { value: 'remap:write', label: 'Link meetings to other CRM records' },
  { value: 'ingest:write', label: 'Send meetings, e-mails and recordings' },
  { value: 'admin', label: 'Manage the organization: signals, users and keys, and delete data' },
  { value: 'operator', label: 'Create organizations' },
];

const NEVER = 'never';
const OWN = 'own';
const EXPIRIES = [
  { value: NEVER, label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In one year' },
  { value: OWN, label: 'On a date you choose' },
];

/** Creates a key and shows it once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (body: { name: string; scopes: Scope[]; expiresAt?: string }) =>
      unwrap(api.POST('/admin/v1/keys', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  const made = create.data;
  return (
    <Modal
      opened
      size="lg"
      classNames={{ title: dialog.title }}
      title={made ? `Key “${made.name}” created` : 'Create API key'}
      // A click beside the dialog must not discard the key, which is shown only once.
      closeOnClickOutside={!made}
      onClose={onClose}
    >
      {made ? (
        <ShownOnce secret={made.key} copyLabel="Copy key" onClose={onClose}>
          Copy this key now and store it safely. It will not be shown again: Parley keeps only a hash of it.
        </ShownOnce>
      ) : (
        <KeyForm
          isBusy={create.isPending}
          error={create.error ? messageOf(create.error) : undefined}
          onClose={onClose}
          onSubmit={(body) => create.mutate(body)}
        />
      )}
    </Modal>
  );
}

interface FormProps {
  isBusy: boolean;
  error: string | undefined;
  onClose: () => void;
  onSubmit: (body: { name: string; scopes: Scope[]; expiresAt?: string }) => void;
}

/** The end of a day, here, as the API takes it. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

/** Returns the expiry of the signed-in key. Keys that it creates never expire later. */
function useOwnEnd(): string | undefined {
  const { keyId } = useSession();
  return useQuery(keysQuery).data?.find(({ id }) => id === keyId)?.expiresAt;
}

/** Returns the expiries that the signed-in key can grant. */
function expiriesUntil(ownEnd: string | undefined) {
  if (ownEnd === undefined) return EXPIRIES;
  const isSooner = ({ value }: { value: string }) =>
    value === OWN || endOf(addDays(dayOf(Date.now()), Number(value))) < ownEnd;
  const latest = { value: NEVER, label: `With your own key, on ${formatTime(ownEnd, 'day')}` };
  return [latest, ...EXPIRIES.filter((one) => one.value !== NEVER && isSooner(one))];
}

function KeyForm({ isBusy, error, onClose, onSubmit }: FormProps) {
  const own = useSession().scopes as readonly string[];
  const ownEnd = useOwnEnd();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const [expiry, setExpiry] = useState(NEVER);
  const [day, setDay] = useState('');
  const isWhole = name.trim() !== '' && scopes.length > 0 && (expiry !== OWN || day !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lastDay =
      expiry === NEVER ? undefined : expiry === OWN ? day : addDays(dayOf(Date.now()), Number(expiry));
    const end = lastDay && endOf(lastDay);
    // On the last day of the signed-in key the expiry is left out, so that the new key expires with it.
    const expiresAt = end && (ownEnd === undefined || end < ownEnd) ? end : undefined;
    onSubmit({ name: name.trim(), scopes: scopes as Scope[], ...(expiresAt ? { expiresAt } : {}) });
  };
  return (
    <form onSubmit={submit} className={dialog.form}>
      <TextInput
        label="Name"
        description="The system that will use this key"
        placeholder="Warehouse sync"
        data-autofocus
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="Scopes"
        description="You can only grant scopes that your own key has"
        value={scopes}
        onChange={setScopes}
      >
        <div className={dialog.choices}>
          {SCOPES.map(({ value, label }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              description={value}
              disabled={!own.includes(value)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Select
        label="Expires"
        description={ownEnd && 'A key cannot outlive the key that created it'}
        data={expiriesUntil(ownEnd)}
        value={expiry}
        allowDeselect={false}
        onChange={(next) => setExpiry(next ?? NEVER)}
      />
      {expiry === OWN && (
        <TextInput
          type="date"
          label="Last day"
          min={dayOf(Date.now())}
          max={ownEnd && dayOf(Date.parse(ownEnd))}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
      {error && (
        <p className={dialog.error} role="alert">
          {error}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isWhole} loading={isBusy}>
          Create key
        </Button>
      </div>
    </form>
  );
}
