import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageHeader, PageState } from '../../parts/index.ts';
import { EnabledSwitch } from '../signals/enabled-switch.tsx';
import { type SignalItem, signalsQuery } from '../signals/queries.ts';
import { CONTEXT_NAMES } from '../signals/words.ts';
import { CoverageTab } from './coverage-tab.tsx';
import { ExecutionsTab } from './executions-tab.tsx';
import { NoSuchSignal } from './no-such-signal.tsx';
import { QualityTab } from './quality-tab.tsx';
import type { SignalSearch } from './search.ts';
import { SignalTabs, type TabName } from './signal-tabs.tsx';

const TABS: { name: TabName; label: string }[] = [
  { name: 'matches', label: 'Matches' },
  { name: 'quality', label: 'Quality' },
  { name: 'coverage', label: 'Coverage' },
];

/** A signal for keys without `admin`: its matches, its quality and its coverage. */
export function ReadOnlySignal({ id, search }: { id: number; search: SignalSearch }) {
  const query = useQuery(signalsQuery);
  return (
    <PageState query={query} what="the signal">
      {(signals) => {
        const signal = signals.find((one) => one.id === id);
        return signal ? <Shown {...{ signal, search }} /> : <NoSuchSignal />;
      }}
    </PageState>
  );
}

function Shown({ signal, search }: { signal: SignalItem; search: SignalSearch }) {
  const shown = search.tab === 'coverage' || search.tab === 'quality' ? search.tab : 'matches';
  return (
    <>
      <PageHeader
        title={signal.signalName}
        above={<Link to="/signals">Signals</Link>}
        subtitle={`Evaluates ${CONTEXT_NAMES[signal.contextSource].toLowerCase()}. To see or change its definition, sign in with a key that has the scope admin.`}
        actions={<EnabledSwitch signal={signal} />}
      />
      <SignalTabs tabs={TABS} shown={shown}>
        {shown === 'coverage' && <CoverageTab signal={signal} search={search} />}
        {shown === 'quality' && <QualityTab id={signal.id} search={search} />}
        {shown === 'matches' && <ExecutionsTab id={signal.id} search={search} />}
      </SignalTabs>
    </>
  );
}
