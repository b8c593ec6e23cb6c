import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NeedsScope, PageHeader, usePatchSearch } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { EnabledSwitch } from '../signals/enabled-switch.tsx';
import type { Signal } from '../signals/queries.ts';
import { CONTEXT_NAMES, decidedBy } from '../signals/words.ts';
import { CoverageTab } from './coverage-tab.tsx';
import { DeleteSignal } from './delete-signal.tsx';
import { Editor } from './editor.tsx';
import { ExecutionsTab } from './executions-tab.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { QualityTab } from './quality-tab.tsx';
import type { SignalVersion } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import type { SignalSearch } from './search.ts';
import styles from './signal.module.css';
import { SignalTabs, type TabName } from './signal-tabs.tsx';
import { type Editing, useDraft } from './use-draft.ts';
import { type Saving, useSave } from './use-save.ts';
import { VersionsTab } from './versions-tab.tsx';

const TABS: { name: TabName; label: string }[] = [
  { name: undefined, label: 'Edit and try' },
  { name: 'matches', label: 'Matches' },
  { name: 'quality', label: 'Quality' },
  { name: 'coverage', label: 'Coverage' },
  { name: 'versions', label: 'Versions' },
];

interface Props {
  saved: Signal;
  search: SignalSearch;
}

/** A signal for those who may change it. The draft outlives a change of tab. */
export function SignalEditor({ saved, search }: Props) {
  const stashKey = `signal draft ${saved.id}`;
  const editing = useDraft(saved, stashKey);
  const saving = useSave({ saved, editing, onSaved: editing.reset });
  const overtaken = useOvertaken(saved.version, editing.isDirty);
  return (
    <>
      <PageHeader
        title={saved.signalName}
        above={<Link to="/signals">Signals</Link>}
        subtitle={`Version ${saved.version}, evaluates ${CONTEXT_NAMES[saved.contextSource].toLowerCase()} ${decidedBy(saved)}`}
        actions={<Actions saved={saved} />}
      />
      <SignalTabs tabs={TABS} shown={search.tab}>
        <Tab {...{ saved, search, editing, saving }} />
      </SignalTabs>
      <SaveBar {...{ editing, saving, saved, overtaken }} />
      <LeaveDialog {...{ stashKey, editing }} />
    </>
  );
}

function Actions({ saved }: { saved: Signal }) {
  return (
    <div className={styles.actions}>
      <EnabledSwitch signal={saved} isLabelled />
      <Button component={Link} to="/signals/new" search={{ copy: saved.id } as never} variant="default">
        Duplicate
      </Button>
      <DeleteSignal signal={saved} />
    </div>
  );
}

function Tab({ saved, search, editing, saving }: Props & { editing: Editing; saving: Saving }) {
  const patch = usePatchSearch();
  const mayReadMatches = useCan('signals:read');
  const take = ({ prompt, phrases, saidBy, followUpPrompts }: SignalVersion) => {
    editing.take({ prompt, phrases, saidBy, followUpPrompts });
    patch({ tab: undefined, old: undefined, new: undefined });
  };
  if (search.tab !== undefined && search.tab !== 'versions' && !mayReadMatches)
    return <NeedsScope scope="signals:read" what="see matches, quality and coverage" />;
  if (search.tab === 'matches') return <ExecutionsTab id={saved.id} search={search} />;
  if (search.tab === 'quality') {
    return <QualityTab key={saved.version} id={saved.id} version={saved.version} search={search} />;
  }
  if (search.tab === 'coverage') return <CoverageTab signal={saved} search={search} />;
  if (search.tab === 'versions') return <VersionsTab id={saved.id} search={search} onTake={take} />;
  return <Editor {...{ saved, search, editing, saving }} />;
}

/** The version that the draft began with, where another was saved by somebody else since. */
function useOvertaken(version: number, isDirty: boolean): number | undefined {
  const [begun, setBegun] = useState(version);
  useEffect(() => {
    if (!isDirty) setBegun(version);
  }, [version, isDirty]);
  return isDirty && begun !== version ? begun : undefined;
}
