import { Button, Progress, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { count, FileDrop, NeedsScope, PageHeader, PageState, Panel } from '../../parts/index.ts';
import { useCan, useSession } from '../../shell/session.ts';
import styles from './add.module.css';
import { DetailFields } from './fields.tsx';
import { ARCHIVE, acceptedQuery, endingsOf, formatLimit, formatsInWords } from './file-facts.ts';
import { FileRow } from './file-row.tsx';
import {
  addFiles,
  belongTo,
  cancelAll,
  clearDone,
  isSendable,
  send,
  setDefaults,
  type Upload,
  type Uploads,
  useUploads,
} from './uploads.ts';

/** Adds meetings from files: what the files do not say, progress, and a report for each. */
export function AddScreen() {
  if (useCan('ingest:write')) return <Add />;
  return (
    <>
      <PageHeader title="Add meetings" />
      <NeedsScope scope="ingest:write" what="add meetings" />
    </>
  );
}

function Add() {
  const { organization, keyId } = useSession();
  const owner = `${organization.id} ${keyId}`;
  useEffect(() => belongTo(owner), [owner]);
  const uploads = useUploads();
  const accepted = useQuery(acceptedQuery);
  const { files } = uploads;
  useLeaveWarning(files.some(({ state }) => state === 'sending' || state === 'waiting'));
  return (
    <>
      <PageHeader
        title="Add meetings"
        subtitle="Upload transcripts and exports of your meeting platform, or ZIP archives of them"
      />
      <PageState query={accepted} what="the formats that can be imported" small>
        {(formats) => (
          <FileDrop
            title="Drop transcripts here"
            accept={endingsOf(formats)}
            multiple
            small={files.length > 0}
            onFiles={(dropped) => addFiles(dropped, formats)}
          >
            {formatsInWords(formats)}, up to {formatLimit(formats)} each. A file with the same name as an
            earlier one updates its meeting.
          </FileDrop>
        )}
      </PageState>
      {files.length === 0 ? <OtherWays /> : <FileList uploads={uploads} />}
    </>
  );
}

function OtherWays() {
  return (
    <p className={styles.other}>
      To add many files or e-mails at once, use <code>npx parley import</code>, which imports whole folders.
      To send meetings from another system, see the <a href="/docs">API reference</a>.
    </p>
  );
}

function FileList({ uploads: { files, defaults } }: { uploads: Uploads }) {
  return (
    <div className={styles.columns}>
      <Panel title="Files" hint={<Counts files={files} />} flush>
        <ul className={styles.files} aria-label="Files">
          {files.map((upload) => (
            <FileRow key={upload.id} upload={upload} defaults={defaults} />
          ))}
        </ul>
        <Actions uploads={{ files, defaults }} />
      </Panel>
      <Panel title="For all files" hint="Used where a file or its details do not say otherwise">
        <div className={styles.defaults}>
          <DetailFields value={defaults} onChange={setDefaults} />
          <Switch
            label="Run signals and create a summary"
            checked={defaults.process}
            onChange={(event) => setDefaults({ process: event.currentTarget.checked })}
          />
        </div>
      </Panel>
    </div>
  );
}

function Counts({ files }: { files: Uploads['files'] }) {
  const done = files.filter(({ state }) => state === 'done').length;
  const partly = files.filter(({ state }) => state === 'partly').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  const words = [
    count(files.length, 'file'),
    done > 0 && `${done} done`,
    partly > 0 && `${partly} partly added`,
    failed > 0 && `${failed} not added`,
  ];
  return <span role="status">{words.filter(Boolean).join(', ')}</span>;
}

function Actions({ uploads: { files, defaults } }: { uploads: Uploads }) {
  const mayRead = useCan('meetings:read');
  const sendable = files.filter((one) => isSendable(one, defaults));
  const underWay = files.filter(({ state }) => state === 'sending' || state === 'waiting');
  const done = files.filter(({ state }) => state === 'done');
  if (underWay.length > 0) {
    const sizeOf = (some: Uploads['files']) => some.reduce((sum, { file }) => sum + file.size, 0);
    const share = (100 * sizeOf(done)) / Math.max(1, sizeOf(done) + sizeOf(underWay));
    return (
      <div className={styles.actions}>
        <Progress
          aria-label="Upload progress"
          value={share}
          className={styles.progress}
          transitionDuration={200}
        />
        <span className="muted numbers">
          {done.length} of {done.length + underWay.length}
        </span>
        <Button variant="default" onClick={cancelAll}>
          Cancel
        </Button>
      </div>
    );
  }
  const fresh = sendable.filter(({ state }) => state === 'ready');
  const failed = sendable.filter(({ state }) => state !== 'ready');
  const lacking = files.filter(({ state }) => state === 'ready').length - fresh.length;
  return (
    <div className={styles.actions}>
      {lacking > 0 && (
        <span className={styles.lacking}>
          {count(lacking, 'file')} {lacking === 1 ? 'needs' : 'need'} more information. Fill it in for all
          files, or under Details of each file.
        </span>
      )}
      {done.length > 0 && (
        <Button variant="default" onClick={clearDone}>
          Clear completed
        </Button>
      )}
      {done.length > 0 && fresh.length === 0 && mayRead && (
        <Button component={Link} to="/meetings">
          View meetings
        </Button>
      )}
      {failed.length > 0 && (
        <Button variant="default" onClick={() => send(idsOf(failed))}>
          {fresh.length === 0 ? `Retry ${count(failed.length, 'file')}` : 'Retry failed'}
        </Button>
      )}
      {(fresh.length > 0 || (done.length === 0 && failed.length === 0)) && (
        <Button disabled={fresh.length === 0} onClick={() => send(idsOf(fresh))}>
          Add {count(fresh.length, fresh.some(mayHoldSeveral) ? 'file' : 'meeting')}
        </Button>
      )}
    </div>
  );
}

const mayHoldSeveral = ({ format }: Upload): boolean => format?.name === ARCHIVE;

const idsOf = (files: Uploads['files']): number[] => files.map(({ id }) => id);

/** Closing the tab would leave files unsent: the browser asks first. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
