import { Button, Radio, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import dialog from '../../parts/dialog-form.module.css';
import { type EntityType, EntityTypesField, formatTime, useVisibleTypes } from '../../parts/index.ts';
import { type ExportHead, type ExportRequest, exportsQuery } from './queries.ts';
import { FORMATS } from './words.ts';

const MAX_CURSOR_LENGTH = 200;
/** As many as are kept. */
const MAX_EXPORTS = 50;

type Extent = 'everything' | 'export' | 'cursor';

type Draft = {
  format: ExportHead['format'];
  types: EntityType[];
  includeTranscripts: boolean;
  extent: Extent;
  sinceId: string | null;
  cursor: string;
};

interface Props {
  since: ExportHead | undefined;
  isBusy: boolean;
  error: string | undefined;
  onClose: () => void;
  /** `sinceId` is the export whose changes are to follow. */
  onSubmit: (request: ExportRequest & { sinceId?: string }) => void;
}

/** The content of a new export: types, format, and everything or only what changed. */
export function ExportForm({ since, isBusy, error, onClose, onSubmit }: Props) {
  const { draft, change } = useDraft(since);
  const { types, includeTranscripts, format } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(requestOf(draft));
  };
  return (
    <form onSubmit={submit} className={dialog.form}>
      <ExtentField draft={draft} onChange={change} />
      <EntityTypesField label="Types" value={types} onChange={(next) => change({ types: next })} />
      {types.includes('meeting') && (
        <Switch
          label="Include transcripts"
          description="Without them, meetings are listed with their details only"
          checked={includeTranscripts}
          onChange={(event) => change({ includeTranscripts: event.currentTarget.checked })}
        />
      )}
      <Radio.Group
        label="Format"
        value={format}
        onChange={(next) => change({ format: next as Draft['format'] })}
      >
        <div className={dialog.choices}>
          {Object.entries(FORMATS).map(([value, words]) => (
            <Radio key={value} value={value} {...words} />
          ))}
        </div>
      </Radio.Group>
      {error && (
        <p className={dialog.error} role="alert">
          {error}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isWhole(draft)} loading={isBusy}>
          Create export
        </Button>
      </div>
    </form>
  );
}

function useDraft(since: ExportHead | undefined) {
  const visible = useVisibleTypes();
  const [draft, setDraft] = useState<Draft>({
    format: since?.format ?? 'ndjson',
    types: since?.types ?? visible,
    includeTranscripts: since?.includeTranscripts ?? true,
    extent: since ? 'export' : 'everything',
    sinceId: since?.id ?? null,
    cursor: '',
  });
  return { draft, change: (next: Partial<Draft>) => setDraft({ ...draft, ...next }) };
}

const isWhole = ({ types, extent, sinceId, cursor }: Draft): boolean =>
  types.length > 0 &&
  (extent === 'everything' || (extent === 'export' ? sinceId !== null : cursor.trim() !== ''));

function requestOf({ format, types, includeTranscripts, extent, sinceId, cursor }: Draft) {
  return {
    format,
    types,
    includeTranscripts,
    ...(extent === 'export' && sinceId !== null ? { sinceId } : {}),
    ...(extent === 'cursor' ? { after: cursor.trim() } : {}),
  };
}

interface ExtentProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

function ExtentField({ draft: { extent, sinceId, cursor }, onChange }: ExtentProps) {
  const { data } = useQuery(exportsQuery({ size: MAX_EXPORTS }));
  const done = data?.exports.filter(({ state }) => state === 'done') ?? [];
  // A copy that was made from an earlier export is kept current with the same types.
  const choose = (id: string | null) => {
    const chosen = done.find((one) => one.id === id);
    onChange({
      sinceId: id,
      ...(chosen && {
        format: chosen.format,
        types: chosen.types,
        includeTranscripts: chosen.includeTranscripts,
      }),
    });
  };
  return (
    <>
      <Radio.Group label="Export" value={extent} onChange={(next) => onChange({ extent: next as Extent })}>
        <div className={dialog.choices}>
          <Radio value="everything" label="Everything that is there now" />
          <Radio
            value="export"
            label="Changes since an earlier export"
            description={done.length === 0 ? 'There is no earlier export that is done' : undefined}
            disabled={done.length === 0 && extent !== 'export'}
          />
          <Radio value="cursor" label="Changes after a cursor" />
        </div>
      </Radio.Group>
      {extent === 'export' && (
        <Select
          label="Earlier export"
          placeholder="Choose an export"
          data={done.map(({ id, createdAt }) => ({
            value: id,
            label: `Export ${id}, ${formatTime(createdAt, 'short')}`,
          }))}
          value={sinceId}
          allowDeselect={false}
          onChange={choose}
        />
      )}
      {extent === 'cursor' && (
        <TextInput
          label="Cursor"
          description="The changes cursor of an export, or next of a page of changes"
          maxLength={MAX_CURSOR_LENGTH}
          value={cursor}
          onChange={(event) => onChange({ cursor: event.currentTarget.value })}
        />
      )}
    </>
  );
}
