import { isDeepStrictEqual } from 'node:util';
import type { TestClient } from '../support/client.ts';
import { until } from '../support/until.ts';

/**
 * The journey of a generated client: five meetings with two attendees each are ingested at the receiver, one is read back,
 * all are listed by every filter in pages of two, one is remapped, the executions of a signal that fires in all are listed in
 * v1 and v2, and a meeting that does not exist is refused. The client prints a line of JSON for each step, with what it was
 * told; here it is compared with what the service has.
 */
export const STEPS = ['ingest', 'read', 'list', 'remap', 'v1', 'v2', 'error'] as const;

export type Step = (typeof STEPS)[number];

type Facts = Record<string, unknown>;

const MEETINGS = 5;
const PEOPLE = [
  ['Ada Park', 'ada@parley.example'],
  ['Grace Lund', 'grace@acme.example'],
];
const ACCOUNT = '0018c00002ABCDEAA5';

/** Creates what the journey finds: the signal. @returns its id */
export async function prepareJourney(client: TestClient): Promise<number> {
  const signal = { signalName: 'Numbers', prompt: 'Somebody asks for them.', phrases: ['the numbers'] };
  const made = await client.post('/admin/v1/signals', signal);
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

/**
 * Compares what a client printed with what the service has.
 * @returns the steps that were made, and what is wrong with the first one that was not
 */
export async function judgeJourney(
  client: TestClient,
  printed: string,
): Promise<{ made: Step[]; fault?: string }> {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  const told = new Map(lines.map((line) => JSON.parse(line) as Facts).map((facts) => [facts.step, facts]));
  const ids = ((told.get('ingest')?.meetingIds as string[] | undefined) ?? []).map(String);
  const judges: Record<Step, (facts: Facts) => Promise<void> | void> = {
    async ingest() {
      const { body } = await client.get('/v1/meetings', { from: '2026-03-01T00:00:00Z' });
      const stored = body.meetings as { id: string; attendees: { name: string; email: string }[] }[];
      same(
        ids,
        stored.map(({ id }) => id),
      );
      same(ids.length, MEETINGS);
      for (const { attendees } of stored)
        same(
          attendees.map(({ name, email }) => [name, email]),
          PEOPLE,
        );
    },
    read({ attendees, seconds }) {
      same(attendees, PEOPLE);
      same(seconds, 4.25);
    },
    list(facts) {
      same([facts.ids, facts.pages], [ids, Math.ceil(MEETINGS / 2)]);
    },
    async remap({ accepted, requestId }) {
      same([accepted, typeof requestId], [true, 'string']);
      const isApplied = async () => {
        const { body } = await client.get(`/v1/meetings/${ids[0]}`);
        return body.crmAccountId === ACCOUNT || undefined;
      };
      await until(isApplied);
    },
    v1({ sourceIds }) {
      same([...(sourceIds as string[])].sort(), [...ids].sort());
    },
    v2({ sourceIds }) {
      const numbers = [...(sourceIds as number[])].sort((a, b) => a - b);
      same(
        numbers,
        ids.map(Number).sort((a, b) => a - b),
      );
    },
    async error({ status, message }) {
      const { body } = await client.get('/v1/meetings/999999999');
      same([status, message], [404, body.error]);
    },
  };
  const made: Step[] = [];
  for (const step of STEPS) {
    const facts = told.get(step);
    if (!facts) return { made, fault: `${step}: the client printed nothing` };
    try {
      await judges[step](facts);
    } catch (error) {
      return { made, fault: `${step}: ${(error as Error).message}` };
    }
    made.push(step);
  }
  return { made };
}

function same(found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}
