import { ActionIcon, Button, Loader, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { IconX as IconRemove } from '../../icons/tabler.ts';
import { count, formatSize, formatTime, Status } from '../../parts/index.ts';
import styles from './add.module.css';
import type { Defaults } from './details.ts';
import { DetailFields } from './fields.tsx';
import { saysItself, startInName, titleInName } from './file-facts.ts';
import { MeetingFacts, OUTCOMES, Outcomes } from './outcomes.tsx';
import {
  cancel,
  type Imported,
  isOpen as isOpenFor,
  lacksOfUpload,
  refusalsOf,
  removeFile,
  send,
  setDetails,
  type Upload,
} from './uploads.ts';

/** The limit of warnings shown for a file. */
const MAX_WARNINGS = 30;

/** A file with its known facts, its own details and the outcome of its import. */
export function FileRow({ upload, defaults }: { upload: Upload; defaults: Defaults }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { file, fault, imported } = upload;
  const mayEdit = isOpenFor(upload);
  return (
    <li className={styles.file}>
      <div className={styles.fileHead}>
        <div className={styles.fileWords}>
          <div className={styles.fileName}>{file.name}</div>
          {imported && !imported.meetings ? <Report imported={imported} /> : <KnownFacts upload={upload} />}
          {fault && (
            <p className={styles.fault} role="alert">
              {fault}
            </p>
          )}
          {imported?.meetings && <Outcomes outcomes={imported.meetings} />}
          {imported && <Warnings warnings={imported.warnings} />}
        </div>
        <div className={styles.fileEnd}>
          <State upload={upload} defaults={defaults} />
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              Details
            </Button>
          )}
          <RowAction upload={upload} />
        </div>
      </div>
      <div id={id} hidden={!isOpen || !mayEdit} className={styles.fields}>
        {isOpen && mayEdit && (
          <>
            <TextInput
              className={styles.wide}
              label="Title"
              placeholder={saysItself(upload.format) ? 'From the file' : titleInName(file.name)}
              value={upload.details.title ?? ''}
              onChange={(event) => setDetails(upload.id, { title: event.currentTarget.value || undefined })}
            />
            <TextInput
              className={styles.wide}
              type="datetime-local"
              step={60}
              label="End time (your time zone)"
              description="Only needed if the file has no times"
              value={upload.details.end ?? ''}
              onChange={(event) => setDetails(upload.id, { end: event.currentTarget.value || undefined })}
            />
            <DetailFields
              value={upload.details}
              fallback={defaults}
              onChange={(patch) => setDetails(upload.id, patch)}
            />
          </>
        )}
      </div>
    </li>
  );
}

function KnownFacts({ upload: { file, format, details } }: { upload: Upload }) {
  const start = details.start ?? startInName(file.name);
  return (
    <div className={styles.facts}>
      {[
        format?.name,
        formatSize(file.size),
        start && `starts ${formatTime(start, 'short')}${details.start ? '' : ' (from the file name)'}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </div>
  );
}

function Report({ imported }: { imported: Imported }) {
  return (
    <div className={styles.facts}>
      <MeetingFacts meeting={imported} />
    </div>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <details className={styles.warnings}>
      <summary>{count(warnings.length, 'warning')}</summary>
      <ul>
        {warnings.slice(0, MAX_WARNINGS).map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {warnings.length > MAX_WARNINGS && <li>and {warnings.length - MAX_WARNINGS} more</li>}
      </ul>
    </details>
  );
}

function State({ upload, defaults }: { upload: Upload; defaults: Defaults }) {
  const { state, imported } = upload;
  if (state === 'sending') {
    return (
      <span className={styles.sending} role="status">
        <Loader size={15} /> Sending …
      </span>
    );
  }
  if (state === 'partly' && imported?.meetings) {
    const all = imported.meetings.length;
    return (
      <Status tone="warn">
        {all - refusalsOf(imported).length} of {all} added
      </Status>
    );
  }
  if (state === 'done' && imported) {
    if (imported.meetings)
      return <Status tone="good">{count(imported.meetings.length, 'meeting')} added</Status>;
    const { tone, word } = OUTCOMES[imported.outcome];
    return <Status tone={tone}>{word}</Status>;
  }
  if (state === 'failed') return <Status tone="bad">Not added</Status>;
  if (state === 'refused') return <Status tone="warn">Cannot be added</Status>;
  if (state === 'waiting') return <Status tone="plain">Waiting</Status>;
  const lacks = lacksOfUpload(upload, defaults);
  return lacks ? <Status tone="warn">{lacks}</Status> : <Status tone="plain">Ready</Status>;
}

function RowAction({ upload: { id, state, file } }: { upload: Upload }) {
  if (state === 'sending' || state === 'waiting') {
    return (
      <Button size="compact-sm" variant="default" onClick={() => cancel(id)}>
        Cancel
      </Button>
    );
  }
  return (
    <>
      {(state === 'failed' || state === 'partly') && (
        <Button size="compact-sm" variant="default" onClick={() => send([id])}>
          Try again
        </Button>
      )}
      <ActionIcon size={26} aria-label={`Remove ${file.name} from the list`} onClick={() => removeFile(id)}>
        <IconRemove size={15} />
      </ActionIcon>
    </>
  );
}
