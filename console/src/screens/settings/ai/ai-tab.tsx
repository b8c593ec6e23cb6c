import type { components } from '@parley/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api.ts';
import {
  Figure,
  Figures,
  formatNumber,
  LoadingState,
  Meter,
  PageState,
  Panel,
  Status,
  TimeText,
} from '../../../parts/index.ts';
import styles from '../settings.module.css';

const aiQuery = queryOptions({
  queryKey: ['ai'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/ai', { signal })),
});

/** Shows the AI provider, today's usage and the environment variables that configure it. */
export function AiTab() {
  const query = useQuery(aiQuery);
  return (
    <div className={styles.stack}>
      <PageState query={query} what="the AI provider" loading={<LoadingState lines={3} />}>
        {(ai) => (
          <>
            <Use ai={ai} />
            <Settings settings={ai.settings} />
          </>
        )}
      </PageState>
    </div>
  );
}

type Ai = components['schemas']['Ai'];

function Settings({ settings }: Pick<Ai, 'settings'>) {
  return (
    <Panel
      title="Configuration"
      hint="These environment variables are read when Parley starts. They cannot be changed in the browser."
    >
      <dl>
        {settings.map(({ name, description, default: fallback }) => (
          <div key={name} className={styles.setting}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {description}
              {fallback !== undefined && <> (default: {fallback})</>}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Use({ ai }: { ai: Ai }) {
  const { provider, providerTitle, model, today, tokensPerDay, isBudgetUsedUp, nextDayAt } = ai;
  const used = today.inputTokens + today.outputTokens + today.reservedTokens;
  return (
    <>
      {isBudgetUsedUp && (
        <p role="status">
          <Status tone="warn">Budget used up</Status> Signals and summaries wait until{' '}
          <TimeText at={nextDayAt} style="short" />. Nothing is lost. To raise the budget, set
          PARLEY_AI_TOKENS_PER_DAY.
        </p>
      )}
      <Figures>
        <Figure
          label="Provider"
          value={providerTitle}
          hint={
            provider === 'builtin'
              ? 'No model: matches words, and summarizes English by cue words'
              : `Model ${model}`
          }
        />
        <Figure label="Calls today" value={formatNumber(today.calls)} />
        <Figure
          label="Tokens today"
          value={formatNumber(today.inputTokens + today.outputTokens)}
          hint={`${formatNumber(today.inputTokens)} in, ${formatNumber(today.outputTokens)} out`}
        />
        <Figure
          label="Daily budget"
          value={tokensPerDay === undefined ? 'No limit' : formatNumber(tokensPerDay)}
          tone={isBudgetUsedUp ? 'warn' : undefined}
          hint={
            <>
              resets <TimeText at={nextDayAt} style="relative" />
            </>
          }
          extra={
            tokensPerDay === undefined ? undefined : (
              <Meter label="Share of the budget used" share={used / tokensPerDay} />
            )
          }
        />
      </Figures>
    </>
  );
}
