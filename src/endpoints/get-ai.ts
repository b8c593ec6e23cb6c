import { aiProviders, findAiProvider } from '../ai/providers.ts';
import { aiSettingTexts } from '../ai/settings.ts';
import { readDayUsage } from '../domain/ai-usage/meter.ts';
import { Type } from '../lib/schema-types.ts';
import { formatDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { DateTime, Text } from './schemas/common.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const Setting = Type.Object(
  {
    name: Text('The name of the variable.'),
    description: Text('The description of its value.'),
    default: Type.Optional(Text('The default; omitted if there is none.')),
  },
  { title: 'AiSetting' },
);

export const getAiEndpoint = defineEndpoint({
  operationId: 'getAi',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/ai',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Get the AI provider and its use today',
  description:
    "Returns the provider that evaluates signals and writes summaries, and the organization's usage since " +
    'midnight UTC. If the budget is used up, signals and summaries stay queued until the next day; nothing is ' +
    'lost.',
  answers: {
    200: {
      description: 'The provider and its usage.',
      schema: Type.Object(
        {
          provider: Type.Enum(
            aiProviders.map(({ name }) => name),
            { description: 'The value of PARLEY_AI_PROVIDER.' },
          ),
          providerTitle: Text('The display name of the provider.'),
          model: Text('The model.'),
          today: Type.Object({
            calls: Count('Calls of the model.'),
            inputTokens: Count('Input tokens.'),
            outputTokens: Count('Output tokens.'),
            reservedTokens: Count('Upper bound of the tokens of calls in progress.'),
          }),
          tokensPerDay: Type.Optional(Count("The organization's budget; omitted if there is none.")),
          isBudgetUsedUp: Type.Boolean({ description: 'Whether calls are deferred to the next day.' }),
          nextDayAt: DateTime('When counting starts again.'),
          settings: Type.Array(Setting, {
            description:
              'The environment variables that configure AI providers. They are read when Parley starts.',
          }),
        },
        { title: 'Ai' },
      ),
      example: {
        provider: 'openai-compatible',
        providerTitle: 'OpenAI-compatible',
        model: 'llama-3.3-70b',
        today: { calls: 42, inputTokens: 612_000, outputTokens: 21_500, reservedTokens: 0 },
        tokensPerDay: 2_000_000,
        isBudgetUsedUp: false,
        nextDayAt: '2026-02-01T00:00:00Z',
        settings: [
          {
            name: 'PARLEY_AI_TIMEOUT_SECONDS',
            description: 'the time limit of one call as a whole',
            default: '600',
          },
        ],
      },
    },
  },
  async handle({ caller }, { db, ai, aiSettings: { tokensPerDay } }) {
    const { nextDayMs, ...today } = await readDayUsage(db, caller.organizationId);
    const taken = today.inputTokens + today.outputTokens + today.reservedTokens;
    return {
      status: 200,
      body: {
        provider: ai.name,
        providerTitle: findAiProvider(ai.name)!.title,
        model: ai.model,
        today,
        tokensPerDay,
        isBudgetUsedUp: tokensPerDay !== undefined && taken >= tokensPerDay,
        nextDayAt: formatDateTime(nextDayMs),
        settings: aiSettingTexts,
      },
    };
  },
});
