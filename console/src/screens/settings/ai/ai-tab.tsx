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

const PROVIDERS: Record<string, string> = {
  builtin: 'Built-in',
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
};

/** The environment variables of the AI provider. They are read when Parley starts. */
const SETTINGS = [
  ['PARLEY_AI_PROVIDER', 'builtin (no model, offline), openai-compatible or anthropic'],
  ['PARLEY_AI_MODEL', 'the model, as the provider names it'],
  ['PARLEY_AI_BASE_URL', 'the base URL of an OpenAI-compatible service'],
  ['PARLEY_AI_API_KEY', 'the API key of the provider; PARLEY_AI_API_KEY_FILE names a file that contains it'],
  ['PARLEY_AI_TIMEOUT_SECONDS', 'the timeout of one call; default: 120'],
  [
    'PARLEY_AI_TOKENS_PER_DAY',
    'the daily budget of each organization; default: 5,000,000 if a key is set; none: no limit',
  ],
  ['PARLEY_AI_CONCURRENCY', 'how many conversations of an organization are evaluated at the same time'],
] as const;

/** Shows the AI provider, today's usage and the environment variables that configure it. */
export function AiTab() {
  const query = useQuery(aiQuery);
  return (
    <div className={styles.stack}>
      <PageState query={query} what="the AI provider" loading={<LoadingState lines={3} />}>
        {(ai) => <Use ai={ai} />}
      </PageState>
      <Panel
        title="Configuration"
        hint="These environment variables are read when Parley starts. They cannot be changed in the browser."
      >
        <dl>
          {SETTINGS.map(([name, what]) => (
            <div key={name} className={styles.setting}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}

interface Ai {
  provider: string;
  model: string;
  today: { calls: number; inputTokens: number; outputTokens: number; reservedTokens: number };
  tokensPerDay?: number;
  isBudgetUsedUp: boolean;
  nextDayAt: string;
}

function Use({ ai: { provider, model, today, tokensPerDay, isBudgetUsedUp, nextDayAt } }: { ai: Ai }) {
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
          value={PROVIDERS[provider] ?? provider}
          hint={provider === 'builtin' ? 'Works without a network or an API key' : `Model ${model}`}
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
