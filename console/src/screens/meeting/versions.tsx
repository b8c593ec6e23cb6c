import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import { ConfirmDialog, formatPosition, PageState, Status, TimeText, toast } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { KeyName } from './crm.tsx';
import { entriesOf, versionQuery, versionsQuery } from './queries.ts';
import { useScope } from './scope.ts';
import type { Entry, MeetingVersion } from './shapes.ts';
import side from './side.module.css';
import { speakerName } from './talk.ts';
import styles from './versions.module.css';

const CAUSES: Record<MeetingVersion['cause'], string> = {
  ingest: 'Ingested',
  import: 'Imported',
  upload: 'Recording uploaded',
  restore: 'Restored',
};

const CHANGES: Record<MeetingVersion['changed'][number], string> = {
  title: 'title',
  times: 'times',
  host: 'host',
  attendees: 'attendees',
  transcript: 'transcript',
  recording: 'recording',
  crm: 'CRM records',
  callUrl: 'call URL',
  externalIds: 'external IDs',
};

/** The versions of the meeting: who changed what and when, each to look at and to restore. */
export function VersionsTab() {
  const { meeting } = useScope();
  const query = useQuery(versionsQuery(meeting.id));
  const mayRestore = useCan('ingest:write');
  const [shown, setShown] = useState<MeetingVersion>();
  const [restored, setRestored] = useState<MeetingVersion>();
  return (
    <div className={side.parts}>
      <section>
        <h2 className={side.heading}>Versions</h2>
        <PageState query={query} what="the versions" small>
          {(versions) => (
            <ol className={styles.versions} aria-label="Versions">
              {versions.map((version, index) => (
                <VersionLine
                  key={version.version}
                  version={version}
                  isCurrent={index === 0}
                  onView={() => setShown(version)}
                  onRestore={mayRestore && index > 0 ? () => setRestored(version) : undefined}
                />
              ))}
            </ol>
          )}
        </PageState>
        {!mayRestore && (
          <p className="muted">
            To restore a version, sign in with a key that has the scope <code>ingest:write</code>.
          </p>
        )}
      </section>
      {shown && <VersionDialog version={shown} onClose={() => setShown(undefined)} />}
      {restored && <RestoreDialog version={restored} onClose={() => setRestored(undefined)} />}
    </div>
  );
}

interface LineProps {
  version: MeetingVersion;
  isCurrent: boolean;
  onView: () => void;
  onRestore: (() => void) | undefined;
}

function VersionLine({ version: one, isCurrent, onView, onRestore }: LineProps) {
  const { version, at, keyId, cause, changed } = one;
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <strong>Version {version}</strong>
        {isCurrent && <Status tone="good">Current</Status>}
        <span className={styles.buttons}>
          {!isCurrent && (
            <Button size="compact-xs" variant="default" onClick={onView}>
              View
            </Button>
          )}
          {onRestore && (
            <Button size="compact-xs" variant="default" onClick={onRestore}>
              Restore
            </Button>
          )}
        </span>
      </div>
      <div className="muted">
        {CAUSES[cause]} <TimeText at={at} />
        {keyId !== undefined && (
          <>
            {' '}
            by <KeyName id={keyId} />
          </>
        )}
      </div>
      {changed.length > 0 && <div>Changed: {changed.map((change) => CHANGES[change]).join(', ')}</div>}
    </li>
  );
}

/** Entries that are shown at first, and with each wish for more. */
const ENTRIES_STEP = 200;

function VersionDialog({ version, onClose }: { version: MeetingVersion; onClose: () => void }) {
  const { meeting } = useScope();
  const query = useQuery(versionQuery(meeting.id, version.version));
  return (
    <Modal opened onClose={onClose} title={`Version ${version.version}`} size="lg">
      <PageState query={query} what="the version" small>
        {(then) => (
          <>
            <h3 className={styles.title}>{then.title}</h3>
            <p className="muted">
              <TimeText at={then.startTime} />
            </p>
            <Entries entries={entriesOf(then)} />
          </>
        )}
      </PageState>
    </Modal>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const [most, setMost] = useState(ENTRIES_STEP);
  if (entries.length === 0) return <p className="muted">This version has no transcript.</p>;
  return (
    <>
      <ol className={styles.entries} aria-label="Transcript of the version">
        {entries.slice(0, most).map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place, and stay in it
          <li key={index}>
            <span className="muted">
              {[
                entry.timestampSeconds === undefined ? '' : formatPosition(entry.timestampSeconds),
                speakerName(entry),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <p>{entry.text}</p>
          </li>
        ))}
      </ol>
      {entries.length > most && (
        <Button variant="default" size="xs" onClick={() => setMost(most + ENTRIES_STEP)}>
          Show more
        </Button>
      )}
    </>
  );
}

function RestoreDialog({ version: { version }, onClose }: { version: MeetingVersion; onClose: () => void }) {
  const { meeting } = useScope();
  const restore = async () => {
    const params = { path: { id: meeting.id, version } };
    await unwrap(api.POST('/v1/meetings/{id}/versions/{version}/restore', { params }));
    void queryClient.invalidateQueries();
    toast.good(`Version ${version} restored.`);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Restore version ${version}?`}
      confirmLabel="Restore version"
      onConfirm={restore}
    >
      The title, times, people, CRM records, transcript and recording of version {version} will replace the
      current ones. This creates a new version; the current version is kept and can be restored as well. If
      the transcript changes, matches found in the current transcript no longer count.
    </ConfirmDialog>
  );
}
