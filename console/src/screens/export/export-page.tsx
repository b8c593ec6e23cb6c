import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import {
  ConfirmDialog,
  CopyButton,
  EmptyState,
  Figure,
  Figures,
  formatNumber,
  formatSize,
  formatTime,
  PageHeader,
  Panel,
  TimeText,
  toast,
} from '../../parts/index.ts';
import { CreateExport } from '../exports/create-export.tsx';
import { ExportState } from '../exports/progress.tsx';
import { type Export, isRunning } from '../exports/queries.ts';
import { contentWords, FORMATS } from '../exports/words.ts';
import styles from './export.module.css';
import { FileTable } from './file-table.tsx';

/** The page of an export that exists. */
export function ExportPage({ one }: { one: Export }) {
  const { id, format, after, createdAt, manifest } = one;
  const [isContinuing, setContinuing] = useState(false);
  return (
    <>
      <PageHeader
        title={`Export ${id}`}
        above={<Link to="/exports">Exports</Link>}
        subtitle={
          <>
            {FORMATS[format].label} · {after !== undefined && 'Changes only: '}
            {contentWords(one)} · <TimeText at={createdAt} />
          </>
        }
        actions={
          <>
            {manifest && (
              <Button variant="default" onClick={() => setContinuing(true)}>
                Export later changes
              </Button>
            )}
            <DeleteExport one={one} />
          </>
        }
      />
      <Facts one={one} />
      {manifest && <ChangesCursor cursor={manifest.changesCursor} />}
      <Panel title="Files" hint={manifest && 'In the order in which they are to be read'} flush>
        <div className={styles.files}>
          <Files one={one} />
        </div>
      </Panel>
      {isContinuing && <CreateExport since={one} onClose={() => setContinuing(false)} />}
    </>
  );
}

function Facts({ one }: { one: Export }) {
  const { progress, reason, expiresAt } = one;
  return (
    <Figures>
      <Figure label="State" value={<ExportState head={one} />} hint={reason} />
      <Figure label="Rows" value={formatNumber(progress.rows)} />
      <Figure label="Size" value={formatSize(progress.bytes)} />
      <Figure
        label="Kept until"
        value={expiresAt ? formatTime(expiresAt, 'day') : '–'}
        hint={expiresAt && 'Then it is deleted with its files'}
      />
    </Figures>
  );
}

function Files({ one }: { one: Export }) {
  if (one.manifest && one.manifest.files.length > 0) return <FileTable files={one.manifest.files} />;
  if (one.manifest) {
    return (
      <EmptyState small title="No files">
        {one.after === undefined ? 'There was nothing to export.' : 'Nothing had changed.'}
      </EmptyState>
    );
  }
  if (isRunning(one)) {
    return (
      <EmptyState small title="The files are being written">
        They can be downloaded when the export is done. You can leave this page meanwhile.
      </EmptyState>
    );
  }
  return (
    <EmptyState small title="The export failed">
      {one.reason ?? 'Its files are not complete.'} Create another one, or let an administrator retry its job.
    </EmptyState>
  );
}

/** Leads from the files to the present: the cursor of the changes that follow. */
function ChangesCursor({ cursor }: { cursor: string }) {
  return (
    <Panel
      title="Changes cursor"
      hint={
        <>
          The changes after this cursor follow the files without a gap: give it to <code>after</code> of{' '}
          <code>GET /v1/changes</code>, or to the next export.
        </>
      }
      className={styles.cursor}
    >
      <div className={styles.copied}>
        <code>{cursor}</code>
        <CopyButton text={cursor} label="Copy cursor" />
      </div>
    </Panel>
  );
}

function DeleteExport({ one }: { one: Export }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const id = Number(one.id);
  const remove = async () => {
    await unwrap(api.DELETE('/v1/exports/{id}', { params: { path: { id } } }));
    await navigate({ to: '/exports' });
    queryClient.removeQueries({ queryKey: ['exports', id] });
    await queryClient.invalidateQueries({ queryKey: ['exports', 'list'] });
    toast.good(`Export ${id} deleted.`);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete export ${id}?`}
        confirmLabel="Delete export"
        danger
        onConfirm={remove}
      >
        {isRunning(one)
          ? 'The export stops, and the files that it has written are deleted.'
          : 'Its files are deleted.'}{' '}
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
