import { Button } from '@mantine/core';
import type { components } from '@parley/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CrmChips,
  count,
  DEFAULT_PAGE_SIZE,
  EmptyState,
  Pager,
  PageState,
  Panel,
  Quote,
  TimeText,
  usePatchSearch,
} from '../../parts/index.ts';
import { executionsQuery } from '../signals/queries.ts';
import { judgedByWords } from '../signals/words.ts';
import styles from './executions-tab.module.css';
import { evidenceQuery } from './queries.ts';
import type { SignalSearch } from './search.ts';

type Execution = components['schemas']['PromptExecution'];

/** The matches of the signal, newest first. */
export function ExecutionsTab({ id, search }: { id: number; search: SignalSearch }) {
  const patch = usePatchSearch();
  const { page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const query = useQuery(executionsQuery(id, { page, size }));
  return (
    <Panel
      title="Matches"
      hint={query.data ? `${count(query.data.total, 'match', 'matches')}, newest first` : ' '}
      actions={
        <Link to="/matches" search={{ signals: [id] }}>
          Filter and export
        </Link>
      }
      flush
    >
      <PageState
        query={query}
        what="the matches"
        small
        isEmpty={({ total }) => total === 0}
        empty={<NeverFired />}
      >
        {({ items, pageCount, total }) => (
          <>
            <ul>
              {items.map((one) => (
                <ExecutionLine key={one.executionId} execution={one} />
              ))}
            </ul>
            <Pager
              page={page}
              pageCount={pageCount}
              size={size}
              total={total}
              noun="match"
              plural="matches"
              onChange={patch}
            />
          </>
        )}
      </PageState>
    </Panel>
  );
}

function NeverFired() {
  return (
    <EmptyState
      small
      title="No matches yet"
      action={
        <Button component={Link} to="." search={{ on: 'past' } as never} variant="default">
          Try on past meetings
        </Button>
      }
    >
      A signal evaluates conversations that come in after it is created. Run a backtest to try it on earlier
      meetings.
    </EmptyState>
  );
}

function ExecutionLine({ execution }: { execution: Execution }) {
  const { signalId, sourceType, sourceId, sourceTitle, triggeredAt, reason } = execution;
  const answers = execution.customInstructions ?? [];
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <Link
          to={sourceType === 'email' ? '/emails/$id' : '/meetings/$id'}
          params={{ id: sourceId }}
          search={{ signal: signalId } as never}
          className={styles.title}
        >
          {sourceTitle}
        </Link>
        <span className={styles.when}>
          Evaluated <TimeText at={triggeredAt} />
        </span>
      </div>
      <p className={styles.reason}>{reason}</p>
      <CrmChips {...execution} />
      {answers.length > 0 && (
        <dl className={styles.answers}>
          {answers.map(({ name, prompt, response }) => (
            <div key={name}>
              <dt title={prompt}>{name}</dt>
              <dd>{response}</dd>
            </div>
          ))}
        </dl>
      )}
      <Evidence execution={execution} />
    </li>
  );
}

function Evidence({ execution: { signalId, executionId, sourceType, sourceId } }: { execution: Execution }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    ...evidenceQuery(signalId, executionId ?? 0),
    enabled: isOpen && executionId !== undefined,
  });
  return (
    <details className={styles.evidence} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Quotes</summary>
      <PageState query={query} what="the quotes" small>
        {({ quotes, version, ...judged }) => (
          <div className={styles.quotes}>
            {quotes.map(({ text, speaker, side, timestampSeconds, entryIndex }, index) => (
              <Quote
                // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be quoted twice, and none moves
                key={index}
                text={text}
                speaker={speaker}
                side={side}
                seconds={timestampSeconds}
                link={
                  sourceType === 'meeting' &&
                  entryIndex !== undefined && (
                    <Link
                      to="/meetings/$id"
                      params={{ id: sourceId }}
                      search={{ entry: entryIndex, signal: signalId }}
                    >
                      Show in transcript
                    </Link>
                  )
                }
              />
            ))}
            <p className={styles.by}>
              Version {version}, {judgedByWords(judged)}.
            </p>
          </div>
        )}
      </PageState>
    </details>
  );
}
