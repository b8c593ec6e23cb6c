import { Button, MultiSelect, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import dialog from '../../parts/dialog-form.module.css';
import { EntityTypesField, useVisibleTypes } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { signalsQuery } from '../signals/queries.ts';
import type { Webhook, WebhookChanges } from './queries.ts';
import { SIGNINGS } from './words.ts';

const MAX_URL_LENGTH = 2048;
const MAX_DESCRIPTION_LENGTH = 1000;
const MAX_SIGNALS = 100;

type Signing = Webhook['signing'];

/** The values of the form: the settings, and the way in which messages are signed. */
export type WebhookDraft = WebhookChanges & { signing: Signing };

interface Props {
  /** The webhook to change; without one the form creates. */
  webhook?: Webhook;
  isBusy: boolean;
  error: string | undefined;
  onClose: () => void;
  onSubmit: (draft: WebhookDraft) => void;
}

/** The settings of a webhook. How it signs is chosen once, when it is created. */
export function WebhookForm({ webhook, isBusy, error, onClose, onSubmit }: Props) {
  const { draft, change } = useDraft(webhook);
  const { url, description, format, types, signalIds, signing } = draft;
  const urlFault = faultOf(url);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(sentOf(draft));
  };
  return (
    <form onSubmit={submit} className={dialog.form}>
      <TextInput
        label="URL"
        description="Messages are posted to this address"
        placeholder="https://hooks.example.com/parley"
        data-autofocus
        required
        maxLength={MAX_URL_LENGTH}
        value={url}
        error={urlFault}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        placeholder="Warehouse sync"
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <FormatField value={format} onChange={(next) => change({ format: next })} />
      {format === 'standard' && (
        <EntityTypesField
          label="Send changes of"
          value={types}
          onChange={(next) => change({ types: next })}
        />
      )}
      {(format === 'slack' || types.includes('execution')) && (
        <SignalsField value={signalIds} onChange={(next) => change({ signalIds: next })} />
      )}
      {!webhook && format === 'standard' && (
        <SigningField value={signing} onChange={(next) => change({ signing: next })} />
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
        <Button
          type="submit"
          disabled={url.trim() === '' || urlFault !== undefined || sentOf(draft).types.length === 0}
          loading={isBusy}
        >
          {webhook ? 'Save' : 'Create webhook'}
        </Button>
      </div>
    </form>
  );
}

function useDraft(webhook: Webhook | undefined) {
  const visible = useVisibleTypes();
  const [draft, setDraft] = useState<WebhookDraft>({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    format: webhook?.format ?? 'standard',
    types: webhook?.types ?? visible,
    signalIds: webhook?.signalIds ?? [],
    signing: webhook?.signing ?? 'hmac',
  });
  return { draft, change: (next: Partial<WebhookDraft>) => setDraft({ ...draft, ...next }) };
}

/** Returns the draft as it is sent: Slack receives matches only, and signals narrow only these. */
function sentOf(draft: WebhookDraft): WebhookDraft {
  const types = draft.format === 'slack' ? (['execution'] as const) : draft.types;
  return {
    ...draft,
    url: draft.url.trim(),
    description: draft.description.trim(),
    types: [...types],
    signalIds: draft.types.includes('execution') || draft.format === 'slack' ? draft.signalIds : [],
  };
}

function faultOf(url: string): string | undefined {
  const text = url.trim();
  if (text === '' || /^https?:\/\/./.test(text) === false) {
    return text === '' || 'https://'.startsWith(text) || 'http://'.startsWith(text)
      ? undefined
      : 'Enter a URL that begins with https:// or http://';
  }
  return URL.canParse(text) ? undefined : 'This is not a valid URL';
}

const FORMAT_CHOICES = [
  {
    value: 'standard',
    label: 'Standard Webhooks',
    description: 'Signed JSON about every change, as standardwebhooks.com specifies',
  },
  {
    value: 'slack',
    label: 'Slack',
    description: 'Each new match as a text, for an incoming webhook of Slack',
  },
] as const;

function FormatField({
  value,
  onChange,
}: {
  value: Webhook['format'];
  onChange: (next: Webhook['format']) => void;
}) {
  return (
    <Radio.Group label="Format" value={value} onChange={(next) => onChange(next as Webhook['format'])}>
      <div className={dialog.choices}>
        {FORMAT_CHOICES.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </div>
    </Radio.Group>
  );
}

const SIGNING_CHOICES = [
  {
    value: 'hmac',
    label: SIGNINGS.hmac,
    description: 'Every library for Standard Webhooks verifies these signatures',
  },
  {
    value: 'ed25519',
    label: SIGNINGS.ed25519,
    description: 'The receiver needs no secret; fewer libraries verify these signatures',
  },
] as const;

function SigningField({ value, onChange }: { value: Signing; onChange: (next: Signing) => void }) {
  return (
    <Radio.Group
      label="Signatures"
      description="This cannot be changed later"
      value={value}
      onChange={(next) => onChange(next as Signing)}
    >
      <div className={dialog.choices}>
        {SIGNING_CHOICES.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </div>
    </Radio.Group>
  );
}

function SignalsField({ value, onChange }: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const mayRead = useCan('signals:read');
  const { data = [] } = useQuery({ ...signalsQuery, enabled: mayRead });
  const names = new Map(data.map(({ id, signalName }) => [id, signalName]));
  const ids = [...new Set([...names.keys(), ...value])];
  return (
    <MultiSelect
      label="Signals"
      description="Only matches of these signals are sent"
      placeholder={value.length === 0 ? 'All signals' : undefined}
      data={ids.map((id) => ({ value: `${id}`, label: names.get(id) ?? `Signal ${id}` }))}
      value={value.map(String)}
      maxValues={MAX_SIGNALS}
      clearable
      searchable
      hidePickedOptions
      onChange={(next) => onChange(next.map(Number))}
    />
  );
}
