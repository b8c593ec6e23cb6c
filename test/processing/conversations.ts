import assert from 'node:assert/strict';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: items of every list
export type Item = any;

export const PAST = '2020-01-01T00:00:00Z';

export const SEGMENTS = [
  { text: 'Welcome to the quarterly review.', timestampSeconds: 0, speaker: { name: 'Ada Park' } },
  {
    text: 'The discount on our enterprise contract matters most to us.',
    timestampSeconds: 62.5,
    speaker: { name: 'Grace Lund' },
  },
  {
    text: 'We decided to go with the yearly plan.',
    timestampSeconds: 90,
    speaker: { name: 'Grace Lund' },
  },
  { text: 'I will send the contract by Friday.', timestampSeconds: 120, speaker: { name: 'Ada Park' } },
];

/** A meeting with a transcript. */
export function call(changes: Record<string, unknown> = {}) {
  return meeting({
    attendees: [
      { name: 'Ada Park', email: 'ada@parley.example' },
      { name: 'Grace Lund', email: 'grace@acme.example' },
    ],
    transcript: { segments: SEGMENTS },
    ...changes,
  });
}

/** The requests of tests about signals. */
export function signalsOf(client: TestClient) {
  const evaluations = async (meetingId: string) =>
    (await client.get(`/v1/meetings/${meetingId}/evaluations`)).body;
  return {
    evaluations,
    /** Makes a signal. @returns its id */
    async signal(changes: Record<string, unknown>): Promise<number> {
      const made = await client.post('/admin/v1/signals', {
        signalName: 'A signal',
        prompt: 'The customer asks for a discount on the contract.',
        ...changes,
      });
      assert.equal(made.status, 201, made.text);
      return made.body.id;
    },
    async change(id: number, changes: Record<string, unknown>) {
      const changed = await client.send('PATCH', 'api', `/admin/v1/signals/${id}`, {
        raw: JSON.stringify(changes),
        headers: { 'Content-Type': 'application/json' },
      });
      assert.equal(changed.status, 200, changed.text);
      return changed.body;
    },
    async executions(id: number, query: Record<string, string> = {}): Promise<Item[]> {
      const answer = await client.get(`/v2/signals/${id}/executions`, { executionFrom: PAST, ...query });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.signals;
    },
    async coverage(id: number) {
      return (await client.get(`/v1/signals/${id}/coverage`, { from: PAST })).body;
    },
    /** Waits until nothing of a meeting is pending. */
    processed: (meetingId: string, limitMs?: number) =>
      until(async () => {
        const { processing, evaluations: all } = await evaluations(meetingId);
        const isPending = processing.signals === 'pending' || processing.summary === 'pending';
        return isPending ? undefined : { processing, evaluations: all };
      }, limitMs),
    /** Remaps a meeting, and waits for the end of all that it asked for. */
    async remap(meetingId: string, query: Record<string, string>, accountId: string, limitMs?: number) {
      const body = {
        meetingDetails: { serviceMeetingId: Number(meetingId) },
        salesforceRecords: { accountId },
      };
      const accepted = await client.post(`/v1/meeting/remap?${new URLSearchParams(query)}`, body);
      assert.equal(accepted.status, 200, accepted.text);
      return until(async () => {
        const { body: state } = await client.get(`/v1/meeting/remap/${accepted.body.requestId}`);
        return ['completed', 'failed'].includes(state.status) ? state : undefined;
      }, limitMs);
    },
  };
}
