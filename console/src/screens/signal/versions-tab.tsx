import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageState, Panel, TimeText, usePatchSearch } from '../../parts/index.ts';
import { keyNamesQuery, type SignalVersion, versionsQuery } from './queries.ts';
import type { SignalSearch } from './search.ts';
import { VersionDiff } from './version-diff.tsx';
import styles from './versions-tab.module.css';

interface Props {
  id: number;
  search: SignalSearch;
  /** Puts a version into the form, not saved yet. */
  onTake: (version: SignalVersion) => void;
}

/** The versions of the signal: who changed it and when, and a word-by-word comparison of any two. */
export function VersionsTab({ id, search, onTake }: Props) {
  const query = useQuery(versionsQuery(id));
  return (
    <PageState query={query} what="the versions">
      {(versions) => <Versions {...{ versions, search, onTake }} />}
    </PageState>
  );
}

function Versions({ versions, search, onTake }: Omit<Props, 'id'> & { versions: SignalVersion[] }) {
  const newest = versions[0]!;
  const after = versions.find(({ version }) => version === search.new) ?? newest;
  const earlier = versions.find(({ version }) => version === after.version - 1);
  const before = versions.find(({ version }) => version === search.old) ?? earlier;
  return (
    <div className={styles.layout}>
      <Panel
        title="Versions"
        hint="Each change to the prompt, phrases, sides or follow-ups creates a version."
        flush
      >
        <ol className={styles.list}>
          {versions.map((one) => (
            <VersionLine key={one.version} version={one} isShown={one === after} isNewest={one === newest} />
          ))}
        </ol>
      </Panel>
      <Panel>
        <div className={styles.head}>
          <Choices {...{ versions, before, after }} />
          {after !== newest && (
            <Button variant="default" size="xs" onClick={() => onTake(after)}>
              Copy version {after.version} to the form
            </Button>
          )}
        </div>
        <VersionDiff before={before} after={after} />
      </Panel>
    </div>
  );
}

interface LineProps {
  version: SignalVersion;
  isShown: boolean;
  isNewest: boolean;
}

function VersionLine({ version: { version, createdAt, keyId }, isShown, isNewest }: LineProps) {
  const { data: names } = useQuery(keyNamesQuery);
  const by = keyId === undefined ? 'the command line' : (names?.get(keyId) ?? `key ${keyId}`);
  return (
    <li>
      <Link
        to="."
        search={(before: object) => ({ ...before, new: version, old: undefined })}
        resetScroll={false}
        className={styles.line}
        aria-current={isShown ? 'true' : undefined}
      >
        <span className={styles.version}>
          Version {version}
          {isNewest && <span className={styles.now}> in use</span>}
        </span>
        <span className={styles.hint}>
          <TimeText at={createdAt} /> · by {by}
        </span>
      </Link>
    </li>
  );
}

interface ChoicesProps {
  versions: SignalVersion[];
  before: SignalVersion | undefined;
  after: SignalVersion;
}

function Choices({ versions, before, after }: ChoicesProps) {
  const patch = usePatchSearch();
  if (versions.length === 1) return <h2 className={styles.title}>Version 1</h2>;
  const data = versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` }));
  return (
    <div className={styles.choices}>
      <Select
        aria-label="Version to show"
        size="xs"
        data={data}
        value={String(after.version)}
        allowDeselect={false}
        onChange={(value) => patch({ new: Number(value) })}
      />
      <span className={styles.hint}>compared with</span>
      <Select
        aria-label="Version to compare with"
        size="xs"
        placeholder="No earlier version"
        data={data}
        value={before ? String(before.version) : null}
        allowDeselect={false}
        onChange={(value) => patch({ old: Number(value) })}
      />
    </div>
  );
}
