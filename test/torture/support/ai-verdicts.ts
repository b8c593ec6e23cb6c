import type { Fault } from '../../support/ai-server-answers.ts';
import type { TestClient } from '../../support/client.ts';
import { sql } from '../../support/sql.ts';

/** A call of the provider, as it was received. */
export type Asked = {
  kind: 'asked';
  title: string;
  task: string;
  atMs: number;
  fault: string | undefined;
  retryAfterMs: number | undefined;
};

/** A meeting that was acknowledged, and the expected findings of its signals. */
export type Ingested = {
  kind: 'ingested';
  id: string;
  title: string;
  hasDiscount: boolean;
  hasMonthly: boolean;
  texts: string[];
};

export type Said = Asked | Ingested;

export type ChosenFault = { name: string; fault: Fault; retryAfterMs?: number };

const RETRY_AFTER_SECONDS = 1;

const FAULTS: readonly ChosenFault[] = [
  { name: '429', fault: { status: 429 } },
  {
    name: '429 with Retry-After',
    fault: { status: 429, headers: { 'retry-after': `${RETRY_AFTER_SECONDS}` } },
    retryAfterMs: RETRY_AFTER_SECONDS * 1000,
  },
  { name: '500', fault: { status: 500 } },
  { name: 'hang', fault: 'hang' },
  { name: '1 byte/s', fault: 'drip' },
  { name: 'truncated JSON', fault: 'truncated' },
  { name: 'wrong schema', fault: 'wrong-schema' },
];

const DOOMED: Record<string, ChosenFault> = {
  'Doomed by 500': { name: '500', fault: { status: 500 } },
  'Doomed by wrong-schema': { name: 'wrong schema', fault: 'wrong-schema' },
};

/**
 * Returns the fault of each call: of doomed meetings every call fails, of others a share while the provider is faulty.
 */
export function failingPlan(
  random: () => number,
  share: number,
): (title: string, isFaulty: boolean) => ChosenFault | undefined {
  // The kinds take turns, so that all are equally frequent.
  let next = Math.floor(random() * FAULTS.length);
  return (title, isFaulty) => {
    const doomed = Object.entries(DOOMED).find(([beginning]) => title.startsWith(beginning));
    if (doomed) return doomed[1];
    return isFaulty && random() < share ? FAULTS[next++ % FAULTS.length] : undefined;
  };
}

/** The time within which calls arrive that were sent before the provider asked for a pause. */
const UNDER_WAY_MS = 300;
const TIMER_MS = 20;

/** Returns the calls that came although the provider had asked for a pause; `asked` is the number of such requests. */
export function callsSooner(said: readonly Said[]): string[] & { asked: number } {
  const calls = said.filter((one) => one.kind === 'asked');
  const refusals = calls.filter(({ retryAfterMs }) => retryAfterMs !== undefined);
  const sooner = refusals.flatMap(({ atMs, retryAfterMs }) =>
    calls
      .filter((call) => call.atMs > atMs + UNDER_WAY_MS && call.atMs < atMs + retryAfterMs! - TIMER_MS)
      .map((call) => `${call.task} of ${call.title} came ${call.atMs - atMs} ms after a Retry-After`),
  );
  return Object.assign(sooner, { asked: refusals.length });
}

type Signals = { discount: number; monthly: number };
type Quote = { text: string };

/** Returns a sentence for each stored row that contradicts the conversations. */
export async function wrongRows(
  client: TestClient,
  databaseUrl: string,
  said: readonly Said[],
  signals: Signals,
): Promise<string[]> {
  const wrong: string[] = [];
  const ingested = said.filter((one) => one.kind === 'ingested');
  for (const one of ingested) {
    const isDoomed = one.title.startsWith('Doomed');
    const { body } = await client.get(`/v1/meetings/${one.id}/evaluations`);
    const states = `${body.processing.signals} ${body.processing.summary}`;
    if (states !== (isDoomed ? 'failed failed' : 'done done'))
      wrong.push(`${one.title}: its run is ${states}`);
    wrong.push(...wrongEvaluations(one, body.evaluations, signals, isDoomed));
    const summary = await client.get(`/v1/meetings/${one.id}/summary`);
    if (isDoomed !== (summary.status === 404))
      wrong.push(`${one.title}: its summary is answered ${summary.status}`);
    if (summary.status === 200) wrong.push(...inventedQuotes(one, quotesIn(summary.body)));
  }
  wrong.push(...(await wrongExecutions(databaseUrl, ingested, signals)));
  return wrong;
}

function wrongEvaluations(
  one: Ingested,
  evaluations: { signalId: number; state: string; quotes: Quote[] }[],
  { discount, monthly }: Signals,
  isDoomed: boolean,
): string[] {
  const due = (has: boolean) => (isDoomed ? 'failed' : has ? 'fired' : 'not_fired');
  const expected = { [discount]: due(one.hasDiscount), [monthly]: due(one.hasMonthly) };
  const found = Object.fromEntries(evaluations.map(({ signalId, state }) => [signalId, state]));
  const wrong = Object.entries(expected)
    .filter(([signalId, state]) => found[signalId] !== state)
    .map(([signalId, state]) => `${one.title}: signal ${signalId} is ${found[signalId]}, not ${state}`);
  if (evaluations.length !== 2) wrong.push(`${one.title}: ${evaluations.length} evaluations`);
  for (const { state, quotes } of evaluations) {
    if ((state === 'fired') !== quotes.length > 0)
      wrong.push(`${one.title}: ${state} with ${quotes.length} quotes`);
    wrong.push(...inventedQuotes(one, quotes));
  }
  return wrong;
}

function inventedQuotes({ title, texts }: Ingested, quotes: readonly Quote[]): string[] {
  return quotes
    .filter(({ text }) => !texts.some((said) => said.includes(text)))
    .map(({ text }) => `${title}: nobody said "${text}"`);
}

function quotesIn(value: unknown): Quote[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'quotes' ? (child as Quote[]) : quotesIn(child),
  );
}

/** Checks that each signal that has to fire has one execution with its follow-up, and that there are no others. */
async function wrongExecutions(
  databaseUrl: string,
  ingested: readonly Ingested[],
  { discount, monthly }: Signals,
): Promise<string[]> {
  const rows = await sql<{ meeting: string; signal: string; followUps: string }>(
    databaseUrl,
    `select meeting_id as meeting, signal_id as signal, follow_ups as "followUps" from signal_executions`,
  );
  const due = ingested
    .filter(({ title }) => !title.startsWith('Doomed'))
    .flatMap(({ id, hasDiscount, hasMonthly }) => [
      ...(hasDiscount ? [`${id} ${discount}`] : []),
      ...(hasMonthly ? [`${id} ${monthly}`] : []),
    ]);
  const counts = new Map<string, number>();
  for (const { meeting, signal } of rows) {
    const key = `${meeting} ${signal}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const wrong = due
    .filter((key) => counts.get(key) !== 1)
    .map((key) => `meeting and signal ${key} have ${counts.get(key) ?? 0} executions`);
  if (rows.length !== due.length) wrong.push(`there are ${rows.length} executions; ${due.length} are due`);
  for (const { meeting, signal, followUps } of rows) {
    const isAnswered = followUps.includes('Answer to');
    if (isAnswered !== (Number(signal) === discount))
      wrong.push(`meeting ${meeting}, signal ${signal}: its follow-ups are ${followUps}`);
  }
  return wrong;
}
