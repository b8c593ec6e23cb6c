import { ActionIcon, Button, Loader, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { IconX as IconRemove } from '../../icons/tabler.ts';
import { count, formatSize, formatTime, Status } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './add.module.css';
import { type Defaults, lacksOf } from './details.ts';
import { DetailFields } from './fields.tsx';
import { saysItself, startInName, titleInName } from './file-facts.ts';
import { cancel, type Imported, removeFile, send, setDetails, type Upload } from './uploads.ts';

/** The limit of warnings shown for a file. */
const MAX_WARNINGS = 30;

/** A file with its known facts, its own details and the outcome of its import. */
export function FileRow({ upload, defaults }: { upload: Upload; defaults: Defaults }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { file, state, fault, imported } = upload;
  const mayEdit = state === 'ready' || state === 'failed';
  return (
    <li className={styles.file}>
      <div className={styles.fileHead}>
        <div className={styles.fileWords}>
          <div className={styles.fileName}>{file.name}</div>
          {imported ? <Report imported={imported} /> : <KnownFacts upload={upload} />}
          {fault && (
            <p className={styles.fault} role="alert">
              {fault}
            </p>
          )}
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
  const mayRead = useCan('meetings:read');
  const { meetingId: id, title, startTime, entries, speakers } = imported;
  return (
    <div className={styles.facts}>
      {mayRead ? (
        <Link to="/meetings/$id" params={{ id }}>
          {title}
        </Link>
      ) : (
        title
      )}
      {` · ${formatTime(startTime, 'short')} · ${count(entries, 'entry', 'entries')}, ${count(speakers, 'speaker')}`}
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

const OUTCOMES = {
  created: { tone: 'good', word: 'Added' },
  updated: { tone: 'accent', word: 'Updated' },
  unchanged: { tone: 'plain', word: 'Unchanged' },
} as const;

function State({ upload, defaults }: { upload: Upload; defaults: Defaults }) {
  const { state, imported, file, format, details } = upload;
  if (state === 'sending') {
    return (
      <span className={styles.sending} role="status">
        <Loader size={15} /> Sending …
      </span>
    );
  }
  if (state === 'done' && imported) {
    const { tone, word } = OUTCOMES[imported.outcome];
    return <Status tone={tone}>{word}</Status>;
  }
  if (state === 'failed') return <Status tone="bad">Not added</Status>;
  if (state === 'refused') return <Status tone="warn">Cannot be added</Status>;
  if (state === 'waiting') return <Status tone="plain">Waiting</Status>;
  const lacks = lacksOf({ name: file.name, format }, details, defaults);
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
      {state === 'failed' && (
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
