import Type from 'typebox';
import { AI_PROVIDERS } from '../ai/settings.ts';
import { readDayUsage } from '../domain/ai-usage/meter.ts';
import { formatDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { DateTime, Text } from './schemas/common.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const getAiEndpoint = defineEndpoint({
  operationId: 'getAi',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/ai',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Get the AI provider and its use today',
  description:
    'Which provider judges and sums up, and what the organization took of it since midnight, UTC. Where the budget is ' +
    'used up, signals and summaries wait for the next day; nothing is lost.',
  answers: {
    200: {
      description: 'The provider and its use.',
      schema: Type.Object(
        {
          provider: Type.Enum([...AI_PROVIDERS], { description: 'As PARLEY_AI_PROVIDER says.' }),
          model: Text('The model.'),
          today: Type.Object({
            calls: Count('Calls of the model.'),
            inputTokens: Count('Tokens that it read.'),
            outputTokens: Count('Tokens that it wrote.'),
            reservedTokens: Count('The most that calls under way may take.'),
          }),
          tokensPerDay: Type.Optional(Count("The organization's budget; left out where there is none.")),
          isBudgetUsedUp: Type.Boolean({ description: 'Whether calls wait for the next day.' }),
          nextDayAt: DateTime('When counting begins anew.'),
        },
        { title: 'Ai' },
      ),
      example: {
        provider: 'openai-compatible',
        model: 'llama-3.3-70b',
        today: { calls: 42, inputTokens: 612_000, outputTokens: 21_500, reservedTokens: 0 },
        tokensPerDay: 2_000_000,
        isBudgetUsedUp: false,
        nextDayAt: '2026-02-01T00:00:00Z',
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
        model: ai.model,
        today,
        tokensPerDay,
        isBudgetUsedUp: tokensPerDay !== undefined && taken >= tokensPerDay,
        nextDayAt: formatDateTime(nextDayMs),
      },
    };
  },
});
