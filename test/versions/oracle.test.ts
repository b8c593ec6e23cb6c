import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';

/**
 * Any sequence of ingests, uploads and restores against a list of what was served after each: every version that is
 * listed gives back exactly what GET by id gave while it was current.
 */
const RUNS = 15;

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

/** Few values, so that changes, returns to an earlier state and changes of nothing all happen often. */
const PEOPLE = [
  [],
  [{ name: 'Grace', email: 'grace@acme.example' }],
  [{ name: 'Grace', email: 'grace@other.example' }, { name: 'Bo' }],
];
const TRANSCRIPTS = [
  [],
  [{ text: 'Hello', speaker: { name: 'Grace' } }],
  [
    { text: 'Hello', speaker: { name: 'Grace' } },
    { text: 'Bye', speaker: { name: 'Bo' }, timestampSeconds: 3 },
  ],
  [
    { text: 'Hello', speaker: { name: 'Grace' } },
    { text: 'Bye', speaker: { name: 'Bo' }, timestampSeconds: 3, endSeconds: 4.5 },
  ],
];

type Step =
  | { kind: 'ingest'; change: Record<string, unknown> }
  | { kind: 'upload'; seconds: number }
  | { kind: 'restore'; back: number };

const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        title: fc.constantFrom('One', 'Two'),
        endTime: fc.constantFrom('2026-01-31T10:15:00Z', '2026-01-31T10:30:00.5Z'),
        attendees: optional(PEOPLE),
        segments: optional(TRANSCRIPTS),
        salesforceAccountId: optional(['0018c00002ABCDEAA5', '0018c00002abcdeAAC']),
        callUrl: optional(['https://meet.example/1', 'https://meet.example/2']),
        recordingUrl: optional(['https://meet.example/1.mp4', 'https://meet.example/2.mp4']),
        externalIds: optional([[], [{ type: 'ZOOM', id: '1' }], [{ type: 'GONG', id: '2' }]]),
      })
      .map(({ segments, ...rest }) => ({
        kind: 'ingest' as const,
        change: { ...rest, ...(segments && { transcript: { segments } }) },
      })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('upload' as const), seconds: fc.constantFrom(1, 2) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), back: fc.nat(5) }) },
);

test('every listed version gives back exactly what was served while it was current', async () => {
  const { client } = service;
  let meetings = 0;
  const read = async (path: string) => {
    const answer = await client.get(path);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const check = async (steps: Step[]) => {
    const external = `oracle-${meetings++}`;
    const id = await client.ingest(meeting({ id: external, title: 'One' }));
    const path = `/v1/meetings/${id}`;
    /** Served last under each version, by its number. */
    const served = new Map<number, unknown>([[1, await read(path)]]);
    const causes = new Map<number, string>([[1, 'ingest']]);
    for (const one of steps) {
      const current = served.size;
      let hasNext: boolean | undefined;
      if (one.kind === 'ingest') {
        await client.ingest(meeting({ id: external, ...one.change }));
      } else if (one.kind === 'upload') {
        const { recording } = served.get(current) as { recording: { state: string } };
        hasNext = recording.state !== 'none';
        const headers = { 'Content-Type': 'audio/wav' };
        const sent = await client.send('PUT', 'receiver', `${path}/recording`, {
          headers,
          raw: wav(one.seconds),
        });
        assert.equal(sent.status, 200, sent.text);
      } else {
        const wanted = Math.max(1, current - one.back);
        const answer = await client.post(`${path}/versions/${wanted}/restore`);
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(await read(path), served.get(wanted), `restored ${wanted}`);
      }
      const { versions } = await read(`${path}/versions`);
      const now = versions[0].version;
      assert.equal(versions.length, now);
      assert.ok(now === current || now === current + 1, `from ${current} to ${now}`);
      if (hasNext !== undefined) assert.equal(now === current + 1, hasNext);
      const shown = await read(path);
      if (now === current && one.kind !== 'upload') {
        assert.deepEqual(shown, served.get(current), 'what makes no version changes nothing');
      }
      if (now > current) {
        causes.set(now, one.kind);
        assert.ok(versions[0].changed.length > 0);
      }
      served.set(now, shown);
    }
    const { versions } = await read(`${path}/versions`);
    for (const { version, cause } of versions) {
      assert.equal(cause, causes.get(version));
      assert.deepEqual(await read(`${path}/versions/${version}`), served.get(version), `version ${version}`);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), check), {
    numRuns: RUNS,
  });
});
