import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, LoadingState, NeedsScope, PageHeader, PageState, Panel } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { type SignalItem, signalsQuery } from '../signals/queries.ts';
import { ExampleCard } from './example-card.tsx';
import styles from './examples.module.css';
import { type ExampleSignals, examplesQuery } from './queries.ts';
import { useInstall } from './use-install.ts';

/** The library of example signals: what each looks for, how good its phrases are, and its installation. */
export function SignalExamplesScreen() {
  const mayRead = useCan('signals:read');
  return (
    <>
      <PageHeader
        title="Example signals"
        above={<Link to="/signals">Signals</Link>}
        subtitle="Ready-made signals to start from. They are installed disabled, so that you can try them on past meetings first."
      />
      {mayRead ? <Library /> : <NeedsScope scope="signals:read" what="see the example signals" />}
    </>
  );
}

function Library() {
  const library = useQuery(examplesQuery);
  const signals = useQuery(signalsQuery);
  return (
    <PageState query={library} what="the example signals" loading={<Loading />}>
      {(examples) => (
        <PageState query={signals} what="your signals" loading={<Loading />}>
          {(own) => <Gallery {...examples} own={own} />}
        </PageState>
      )}
    </PageState>
  );
}

const Loading = () => (
  <Panel>
    <LoadingState />
  </Panel>
);

function Gallery({ examples, languages, own }: ExampleSignals & { own: readonly SignalItem[] }) {
  const mayWrite = useCan('admin');
  const install = useInstall();
  const idOf = new Map(own.map(({ id, signalName }) => [signalName, id]));
  const missing = examples.map(({ signal }) => signal).filter(({ signalName }) => !idOf.has(signalName));
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const spoken = new Intl.ListFormat('en').format(
    languages.map((language) => names.of(language) ?? language),
  );
  return (
    <>
      <div className={styles.intro}>
        <p>
          They match exact phrases in {spoken}, with any AI provider and without using tokens. Precision and
          recall were measured on sentences that were invented for each signal, with paraphrases and denials
          among them. To learn how often a signal is right in your conversations, label some of its matches.
        </p>
        {mayWrite && (
          <Button
            disabled={missing.length === 0}
            loading={install.isPending && install.variables.length > 1}
            onClick={() => install.mutate(missing)}
          >
            {missing.length === 0 ? 'All are installed' : `Install all ${missing.length} missing`}
          </Button>
        )}
      </div>
      {!mayWrite && (
        <p className={styles.note}>To install one, sign in with a key that has the scope admin.</p>
      )}
      <ul className={styles.grid} aria-label="Example signals">
        {examples.map((example) => (
          <ExampleCard
            key={example.signal.signalName}
            example={example}
            installedId={idOf.get(example.signal.signalName)}
            words={`${count(example.signal.phrases.length, 'phrase')} in ${count(languages.length, 'language')}`}
            onInstall={mayWrite ? () => install.mutate([example.signal]) : undefined}
            isBusy={install.isPending}
          />
        ))}
      </ul>
    </>
  );
}
