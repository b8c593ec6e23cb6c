import type { TaskContext, Tokens } from '../../ai/types.ts';
import type { Queries, Statement } from '../../db/database.ts';

/** The organization has no tokens left for the day. */
export class BudgetUsedUp extends Error {
  readonly resumesInSeconds: number;

  constructor(tokensPerDay: number, resumesInSeconds: number) {
    super(`The day's ${tokensPerDay} tokens are used up; it goes on after midnight, UTC`);
    this.name = 'BudgetUsedUp';
    this.resumesInSeconds = resumesInSeconds;
  }
}

/** Days begin at midnight, UTC, by the database's clock. */
const TODAY = `(now() at time zone 'UTC')::date`;

const SPENT = 'ai_usage.input_tokens + ai_usage.output_tokens + ai_usage.reserved_tokens';

const reserve: Statement = {
  name: 'reserve-ai-tokens',
  // The day's first call always goes through, so that what is larger than the budget is done some day.
  text: `insert into ai_usage (organization_id, day, reserved_tokens) values ($1, ${TODAY}, $2)
         on conflict (organization_id, day) do update set reserved_tokens = ai_usage.reserved_tokens + $2
           where $3::bigint is null or ${SPENT} = 0 or ${SPENT} + $2 <= $3
         returning day::text as day`,
};

const settle: Statement = {
  name: 'settle-ai-tokens',
  text: `update ai_usage set reserved_tokens = reserved_tokens - $3, calls = calls + 1,
           input_tokens = input_tokens + $4, output_tokens = output_tokens + $5
         where organization_id = $1 and day = $2`,
};

const selectSecondsLeft: Statement = {
  name: 'select-seconds-left-of-day',
  text: `select extract(epoch from ((${TODAY} + 1)::timestamp at time zone 'UTC') - now())::float8 as seconds`,
};

/**
 * What every call of a model goes through. Its estimate is reserved before, and replaced by what it took after; a
 * process that is killed in between leaves the estimate counted until the day is over.
 * @param tokensPerDay the organization's budget, input and output together; undefined is none
 * @throws BudgetUsedUp before a call that would go beyond it
 */
export function createMeter(
  db: Queries,
  organizationId: number,
  tokensPerDay: number | undefined,
): TaskContext['metered'] {
  return async (estimate, call) => {
    const reserved = estimate.inputTokens + estimate.outputTokens;
    const values = [organizationId, reserved, tokensPerDay ?? null];
    const [row] = await db.query<{ day: string }>(reserve, values);
    if (!row) {
      const [left] = await db.query<{ seconds: number }>(selectSecondsLeft, []);
      throw new BudgetUsedUp(tokensPerDay!, Math.ceil(left!.seconds) + 1);
    }
    // A call that fails has taken what nobody tells; it counts as a call.
    let taken: Tokens = { inputTokens: 0, outputTokens: 0 };
    try {
      const { result, tokens } = await call();
      taken = tokens;
      return result;
    } finally {
      await db.query(settle, [organizationId, row.day, reserved, taken.inputTokens, taken.outputTokens]);
    }
  };
}

/** What an organization's day has cost so far, and when its next one begins. */
export type DayUsage = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  reservedTokens: number;
  /** Milliseconds since the epoch. */
  nextDayMs: number;
};

const selectUsage: Statement = {
  name: 'select-ai-usage',
  // Served by the primary key.
  text: `select coalesce(calls, 0) as calls, coalesce(input_tokens, 0)::bigint as "inputTokens",
           coalesce(output_tokens, 0)::bigint as "outputTokens", coalesce(reserved_tokens, 0)::bigint as "reservedTokens",
           (${TODAY} + 1)::timestamp at time zone 'UTC' as "nextDayMs"
         from (select 1) as one left join ai_usage on organization_id = $1 and day = ${TODAY}`,
};

export async function readDayUsage(db: Queries, organizationId: number): Promise<DayUsage> {
  return (await db.query<DayUsage>(selectUsage, [organizationId]))[0]!;
}
