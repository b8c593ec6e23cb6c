import type { TaskContext, Tokens } from '../../ai/types.ts';
import type { Queries, Statement } from '../../db/database.ts';

/** The error that the organization has no tokens left, for the day or for now. */
export class BudgetUsedUp extends Error {
  readonly resumesInSeconds: number;

  constructor(message: string, resumesInSeconds: number) {
    super(message);
    this.name = 'BudgetUsedUp';
    this.resumesInSeconds = resumesInSeconds;
  }
}

/** Calls in progress return the tokens that they reserved and did not use; those of a killed process never do. */
const RESERVED_WAIT_SECONDS = 60;

/** Days begin at midnight, UTC, by the database's clock. */
const TODAY = `(now() at time zone 'UTC')::date`;

const SPENT = 'ai_usage.input_tokens + ai_usage.output_tokens + ai_usage.reserved_tokens';

const reserve: Statement = {
  name: 'reserve-ai-tokens',
  // The day's first call is always allowed, so that a task that is larger than the budget can still be done.
  text: `insert into ai_usage (organization_id, day, reserved_tokens) values ($1, ${TODAY}, $2)
         on conflict (organization_id, day) do update set reserved_tokens = ai_usage.reserved_tokens + $2
           where $3::bigint is null or ${SPENT} = 0 or ${SPENT} + $2 <= $3
         returning day - date '1970-01-01' as day`,
};

const settle: Statement = {
  name: 'settle-ai-tokens',
  text: `update ai_usage set reserved_tokens = reserved_tokens - $3, calls = calls + 1,
           input_tokens = input_tokens + $4, output_tokens = output_tokens + $5
         where organization_id = $1 and day = date '1970-01-01' + $2::integer`,
};

const selectRefusal: Statement = {
  name: 'select-ai-refusal',
  // Served by the primary key. A refused reservation has a row.
  text: `select input_tokens + output_tokens + $2 <= $3 as "isOnlyReserved",
           extract(epoch from ((${TODAY} + 1)::timestamp at time zone 'UTC') - now())::float8 as "secondsLeft"
         from ai_usage where organization_id = $1 and day = ${TODAY}`,
};

/**
 * Creates the meter that every call of a model for one conversation passes through. The estimate of a call is reserved
 * before it, and replaced by its actual usage afterwards; if the process is killed in between, the estimate remains
 * counted for the day.
 *
 * A conversation that was begun is finished even beyond the budget: an interrupted one would begin again the next day,
 * and would never be finished if it takes more than a day's budget. Calls that it can do without stay within the budget.
 * @param tokensPerDay the organization's budget, input and output together; undefined is none
 * @throws BudgetUsedUp before a first or an optional call that would exceed the budget
 */
export function createMeter(
  db: Queries,
  organizationId: number,
  tokensPerDay: number | undefined,
): TaskContext['metered'] {
  let hasBegun = false;
  return async (estimate, call) => {
    const reserved = estimate.inputTokens + estimate.outputTokens;
    const budget = hasBegun && !estimate.isOptional ? null : (tokensPerDay ?? null);
    const [row] = await db.query<{ day: number }>(reserve, [organizationId, reserved, budget]);
    if (!row) throw await refusal(db, organizationId, reserved, tokensPerDay!);
    // The usage of a failed call is unknown; it counts as a call without tokens.
    let taken: Tokens = { inputTokens: 0, outputTokens: 0 };
    try {
      const { result, tokens } = await call();
      taken = tokens;
      hasBegun = true;
      return result;
    } finally {
      await db.query(settle, [organizationId, row.day, reserved, taken.inputTokens, taken.outputTokens]);
    }
  };
}

async function refusal(
  db: Queries,
  organizationId: number,
  reserved: number,
  tokensPerDay: number,
): Promise<BudgetUsedUp> {
  const values = [organizationId, reserved, tokensPerDay];
  const [row] = await db.query<{ isOnlyReserved: boolean; secondsLeft: number }>(selectRefusal, values);
  // If there is no row, a new day has just begun.
  if (!row || row.isOnlyReserved) {
    const message = `The rest of today's ${tokensPerDay} tokens is reserved by calls in progress`;
    return new BudgetUsedUp(message, row ? RESERVED_WAIT_SECONDS : 1);
  }
  const message = `Today's ${tokensPerDay} tokens are used up; processing resumes after midnight UTC`;
  return new BudgetUsedUp(message, Math.ceil(row.secondsLeft) + 1);
}

/** The usage of an organization on the current day, and the start of its next day. */
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
