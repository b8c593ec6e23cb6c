import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { until } from '../../support/until.ts';
import { atMost, type Figure, none, type Stage } from '../promise.ts';

/** Remaps at a constant rate, whose durations show whether other jobs delay them. */
export type RemapLoad = {
  /** Requests remaps until `endMs`. */
  during(phase: 'with' | 'without', endMs: number): Promise<void>;
  /** Waits for the last remap, and returns the results of all. */
  figures(stage: Stage): Promise<Figure[]>;
};

const EVERY_MS = 60;
const MEETINGS = 20;

/** The shortest duration that counts; shorter ones cannot be distinguished on a busy machine. */
const LEAST_MS = 25;

/** The limit of the quick form, which runs next to other tests and can only detect long delays. */
const QUICK_LIMIT_MS = 2500;

export async function openRemapLoad(client: TestClient, databaseUrl: string): Promise<RemapLoad> {
  const ids: string[] = [];
  for (let n = 0; n < MEETINGS; n++) {
    const made = meeting({ id: `remapped-${n}`, title: `Remapped ${n}` });
    ids.push(await client.ingest(made, { processImportedMeeting: false }));
  }
  const accepted: { requestId: string; phase: 'with' | 'without' }[] = [];
  const ask = async (phase: 'with' | 'without') => {
    const number = accepted.length;
    const accountId = `0018c000${String(number % 10_000_000).padStart(7, '0')}`;
    const answer = await client.post('/v1/meeting/remap', {
      meetingDetails: { serviceMeetingId: Number(ids[number % ids.length]) },
      salesforceRecords: { accountId },
    });
    if (answer.status !== 200) throw new Error(`a remap was answered ${answer.status}: ${answer.text}`);
    accepted.push({ requestId: answer.body.requestId, phase });
  };
  return {
    async during(phase, endMs) {
      while (performance.now() < endMs) {
        await ask(phase);
        await delay(EVERY_MS);
      }
    },
    async figures({ full, say }) {
      const open = await until(async () => {
        const jobs = await sql<{ requestId: string; ms: number | null }>(
          databaseUrl,
          `select payload->>'requestId' as "requestId",
             extract(epoch from ended_at - created_at)::float8 * 1000 as ms
           from jobs where kind = 'apply-remap'`,
        );
        return jobs.every(({ ms }) => ms !== null) ? jobs : undefined;
      });
      const msOf = new Map(open.map(({ requestId, ms }) => [requestId, ms!]));
      const [without, withFaults] = (['without', 'with'] as const).map((phase) =>
        p99(accepted.filter((one) => one.phase === phase).map(({ requestId }) => msOf.get(requestId)!)),
      ) as [number, number];
      say(`p99 of remaps: ${without.toFixed(0)} ms without, ${withFaults.toFixed(0)} ms with faults`);
      const states = await sql<{ status: string }>(databaseUrl, 'select status from remaps');
      const what = `remaps beside it, p99 ${without.toFixed(0)} ms without and ${withFaults.toFixed(0)} ms with faults`;
      return [
        none(
          `of ${accepted.length} remaps meanwhile, not completed`,
          states.filter(({ status }) => status !== 'completed').length,
        ),
        full
          ? atMost(`${what}: times as long`, withFaults / Math.max(LEAST_MS, without), 2, '×')
          : atMost(`${what}: the latter`, withFaults, QUICK_LIMIT_MS, 'ms'),
      ];
    },
  };
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
