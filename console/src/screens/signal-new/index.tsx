import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { NeedsScope, PageHeader, PageState } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { type Asked, NOTHING } from '../signal/draft.ts';
import { Editor } from '../signal/editor.tsx';
import { LeaveDialog } from '../signal/leave-dialog.tsx';
import { SaveBar } from '../signal/save-bar.tsx';
import { useDraft } from '../signal/use-draft.ts';
import { useSave } from '../signal/use-save.ts';
import { type Signal, signalQuery } from '../signals/queries.ts';

const route = getRouteApi('/shell/signals/new');

const STASH_KEY = 'signal draft new';

/** The screen for a new signal. `copy` in the URL names a signal to start from. */
export function SignalNewScreen() {
  const mayWrite = useCan('admin');
  const { copy } = route.useSearch();
  return (
    <>
      <PageHeader
        title="New signal"
        above={<Link to="/signals">Signals</Link>}
        subtitle="Describe what to look for, try it on existing meetings, then enable it for new conversations."
      />
      {!mayWrite ? (
        <NeedsScope scope="admin" what="create signals" />
      ) : copy === undefined ? (
        <NewSignal start={NOTHING} />
      ) : (
        <CopyOf id={copy} />
      )}
    </>
  );
}

function CopyOf({ id }: { id: number }) {
  const query = useQuery(signalQuery(id));
  return (
    <PageState query={query} what="the signal to copy">
      {(signal) => <NewSignal start={copyOf(signal)} />}
    </PageState>
  );
}

function copyOf({ signalName, ...asked }: Signal): Asked {
  const { prompt, phrases, saidBy, followUpPrompts, contextSource } = asked;
  return { signalName: `${signalName} (copy)`, prompt, phrases, saidBy, followUpPrompts, contextSource };
}

function NewSignal({ start }: { start: Asked }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const editing = useDraft(NOTHING, STASH_KEY, start);
  const onSaved = ({ id }: Signal) => {
    const { copy: _, ...tried } = search;
    void navigate({
      to: '/signals/$id',
      params: { id: String(id) },
      search: tried,
      replace: true,
      ignoreBlocker: true,
    });
  };
  const saving = useSave({ editing, onSaved });
  return (
    <>
      <Editor {...{ editing, saving, search }} />
      <SaveBar {...{ editing, saving }} />
      <LeaveDialog stashKey={STASH_KEY} editing={editing} />
    </>
  );
}
