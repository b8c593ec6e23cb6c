import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog, count } from '../../../parts/index.ts';
import type { Meeting } from '../../../shapes.ts';
import { useCan } from '../../../shell/session.ts';
import { DELETE_ALL, remapAll } from './actions.ts';
import styles from './bulk.module.css';
import { RemapDialog } from './remap-dialog.tsx';
import { type Bulk, type BulkState, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  selection: Selection;
  /** The meetings of the page that is shown. */
  page: readonly Meeting[];
}

/** The actions on the selected meetings, their progress and their outcome. */
export function BulkBar({ selection, page }: Props) {
  const bulk = useBulk(selection);
  const isRunning = bulk.state?.phase === 'running';
  return (
    <>
      <div role="status" className={styles.status}>
        {bulk.state && <State state={bulk.state} bulk={bulk} />}
      </div>
      {selection.meetings.length > 0 && !isRunning && (
        <Actions selection={selection} page={page} bulk={bulk} />
      )}
    </>
  );
}

function Actions({ selection, page, bulk }: Props & { bulk: Bulk }) {
  const [dialog, setDialog] = useState<'remap' | 'delete'>();
  const mayRemap = useCan('remap:write');
  const mayDelete = useCan('admin');
  const { meetings } = selection;
  const rows = selection.rowsOf(page);
  const isWhole = page.every(rows.isSelected);
  const close = () => setDialog(undefined);
  const what = count(meetings.length, 'meeting');
  return (
    <section className={styles.bar} aria-label="Selected meetings">
      <strong className={styles.count}>{what} selected</strong>
      {!isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={rows.onTogglePage}>
          Select page
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={selection.clear}>
        Clear selection
      </Button>
      <span className={styles.actions}>
        {mayRemap && (
          <Button size="compact-sm" variant="default" onClick={() => setDialog('remap')}>
            Remap…
          </Button>
        )}
        {mayDelete && (
          <Button size="compact-sm" variant="light" color="red" onClick={() => setDialog('delete')}>
            Delete…
          </Button>
        )}
      </span>
      {dialog === 'remap' && (
        <RemapDialog
          what={what}
          onClose={close}
          onSubmit={(order) => void bulk.run(remapAll(order), meetings)}
        />
      )}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title={`Delete ${what}?`}
        confirmLabel={`Delete ${what}`}
        danger
        typeToConfirm={`delete ${meetings.length}`}
        onConfirm={async () => void bulk.run(DELETE_ALL, meetings)}
      >
        {meetings.length === 1
          ? 'It will be deleted with its transcript, recording, summary, matches and history.'
          : 'They will be deleted with their transcripts, recordings, summaries, matches and histories.'}{' '}
        This cannot be undone.
      </ConfirmDialog>
    </section>
  );
}

function State({ state, bulk }: { state: BulkState; bulk: Bulk }) {
  if (state.phase === 'running') {
    const { action, done, total } = state;
    return (
      <div className={styles.bar}>
        <span className={styles.count}>
          {action.doing} {count(total, 'meeting')}: {done} done
        </span>
        <Progress
          className={styles.progress}
          value={(100 * done) / total}
          aria-label={`${action.doing} meetings`}
        />
        <Button size="compact-sm" variant="default" onClick={bulk.stop}>
          Stop
        </Button>
      </div>
    );
  }
  const { action, count: done, failures, left, undo } = state;
  return (
    <div className={styles.bar} data-tone={failures.length > 0 ? 'bad' : 'good'}>
      <div className={styles.words}>
        <strong>
          {count(done, 'meeting')} {action.done}
        </strong>
        {failures.length > 0 && `, ${failures.length} ${action.notDone}`}
        {left > 0 && `, ${left} left as they were, because you stopped`}.
        {failures.length + left > 0 && ' They are still selected.'}
        {failures.length > 0 && (
          <ul className={styles.failures}>
            {failures.map(({ meeting, reason }) => (
              <li key={meeting.id}>
                <strong>{meeting.title}</strong>: {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className={styles.actions}>
        {undo && (
          <Button size="compact-sm" variant="default" onClick={undo}>
            Undo
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={bulk.dismiss}>
          Dismiss
        </Button>
      </span>
    </div>
  );
}
