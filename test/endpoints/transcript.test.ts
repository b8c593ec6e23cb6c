import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { crc32, deflateRawSync, gunzipSync, inflateRawSync, constants as zlib } from 'node:zlib';
import fc from 'fast-check';
import { subRip } from '../../src/domain/meetings/formats/srt.ts';
import { webVtt } from '../../src/domain/meetings/formats/vtt.ts';
import { tokenBound } from '../../src/lib/token-bound.ts';
import { meeting } from '../support/meetings.ts';
import { rawGet } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

type Entry = { entryIndex: number; text: string; speaker?: { name: string }; endSeconds?: number };

const RUNS = 60;

/** Several pieces: ordinary entries, one that is larger than a piece, CJK, and every kind of gap in the times. */
const SEGMENTS = Array.from({ length: 3000 }, (_, index) => ({
  text:
    index === 1700
      ? `giant ${'è "\\" '.repeat(120_000)}`
      : `${index} ${'会議の話 "},{\\" '.repeat(index % 30)}`,
  ...(index % 5 === 0 ? {} : { timestampSeconds: index * 0.9 }),
  ...(index % 7 === 0 ? { endSeconds: index * 0.9 + 0.75 } : {}),
  speaker: { name: index % 3 === 0 ? 'Ada Park' : 'grace  LUND' },
}));

let service: TestService;
let id: string;
let path: string;
let entries: Entry[];
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  id = await service.client.ingest(
    meeting({
      id: 'long',
      title: 'Acme: "review" 会議 --> 2',
      attendees: [{ name: 'Grace Lund', email: 'Grace@acme.example' }],
      transcript: { segments: SEGMENTS, language: 'en-us' },
    }),
  );
  path = `/v1/meetings/${id}/transcript`;
  entries = (await read({})).entries;
});
after(() => service.stop());

async function read(query: Record<string, string | number>, of = path) {
  const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  const answer = await service.client.get(of, given);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const refused = async (query: Record<string, string>, message: RegExp) => {
  const answer = await service.client.get(path, query);
  assert.equal(answer.status, 400, answer.text);
  assert.match(answer.body.error, message);
};

test('without limits the transcript is whole: every entry with its index and its end', async () => {
  const whole = await read({});
  assert.deepEqual(Object.keys(whole), ['meetingId', 'language', 'entries']);
  assert.equal(whole.meetingId, id);
  assert.equal(whole.language, 'en-US');
  const { transcript } = (await service.client.get(`/v1/meetings/${id}`)).body;
  const expected = transcript.entries.map((entry: object, entryIndex: number) => {
    const { endSeconds } = SEGMENTS[entryIndex]!;
    // Ada is the host; whether Grace is internal is not known without a domain.
    const { speaker } = entry as { speaker: { name: string } };
    const side = speaker.name === 'Ada Park' ? { side: 'us' } : {};
    return {
      ...{ entryIndex, ...entry, speaker: { ...speaker, ...side } },
      ...(endSeconds === undefined ? {} : { endSeconds }),
    };
  });
  assert.deepEqual(whole.entries, expected);
  assert.equal(entries.length, SEGMENTS.length);
  const gzipped = await rawGet(service.apiUrl, path, service.key, 'gzip');
  assert.deepEqual(JSON.parse(gunzipSync(gzipped.bytes).toString()), whole);
});

/** Any slice, by its query and the indexes that it has to have. */
const slice = fc.oneof(
  fc.record({ fromEntry: fc.nat(3100), entries: fc.integer({ min: 1, max: 1000 }) }),
  fc.record({ fromEntry: fc.integer({ min: 1690, max: 1710 }), entries: fc.integer({ min: 1, max: 20 }) }),
);

async function assertSlice({ fromEntry, entries: count }: { fromEntry: number; entries: number }) {
  const found = await read({ fromEntry, entries: count });
  assert.deepEqual(found.entries, entries.slice(fromEntry, fromEntry + count));
  assert.equal(found.next, fromEntry + count < entries.length ? fromEntry + count : undefined);
}

test('any slice is that part of the whole, and says what follows', async () => {
  await fc.assert(fc.asyncProperty(slice, assertSlice), { numRuns: RUNS });
});

test('around an entry are as many before it as after it, and more on one side where the other ends', async () => {
  const cases = [
    [100, 5, 98, 103],
    [100, 4, 99, 103],
    [0, 3, 0, 3],
    [1, 4, 0, 4],
    [2999, 4, 2996, 3000],
    [1700, 1, 1700, 1701],
  ] as const;
  for (const [around, count, from, to] of cases) {
    const found = await read({ around, entries: count });
    assert.deepEqual(found.entries, entries.slice(from, to), `${count} around ${around}`);
    assert.equal(found.next, to < entries.length ? to : undefined);
  }
  assert.equal((await read({ around: 50 })).entries.length, 20);
  assert.deepEqual((await read({ around: 9999 })).entries, []);
});

test('a slice reads only the pieces that contain it', async () => {
  const copy = await service.client.ingest(meeting({ id: 'partly', transcript: { segments: SEGMENTS } }));
  const pieces = await sql<{ n: number; first: number | null }>(
    service.databaseUrl,
    `select piece_number as n, first_entry as first from meeting_transcript_pieces where meeting_id = $1 order by 1`,
    [copy],
  );
  assert.ok(pieces.length > 6);
  const [, , third, fourth] = pieces;
  const spoil = `update meeting_transcript_pieces set deflated = '\\x00' where meeting_id = $1 and piece_number <> $2`;
  await sql(service.databaseUrl, spoil, [copy, third!.n]);
  const of = `/v1/meetings/${copy}/transcript`;
  const count = fourth!.first! - third!.first!;
  const texts = (list: { text: string }[]) => list.map(({ text }) => text);
  const found = await read({ fromEntry: third!.first! + 1, entries: count - 2 }, of);
  assert.deepEqual(texts(found.entries), texts(SEGMENTS.slice(third!.first! + 1, fourth!.first! - 1)));
  const few = await read({ fromEntry: third!.first!, maxTokens: 1000 }, of);
  assert.ok(few.entries.length > 0 && few.next < fourth!.first!);
});

test('a transcript that an earlier version stored, cut anywhere, is read in the same slices', async () => {
  const copy = await service.client.ingest(
    meeting({ id: 'earlier', transcript: { segments: SEGMENTS.map(({ endSeconds: _, ...rest }) => rest) } }),
  );
  const rows = await sql<{ deflated: Buffer }>(
    service.databaseUrl,
    'select deflated from meeting_transcript_pieces where meeting_id = $1 order by piece_number',
    [copy],
  );
  const raw = Buffer.concat(
    rows.map(({ deflated }) => inflateRawSync(deflated, { finishFlush: zlib.Z_SYNC_FLUSH })),
  );
  await sql(service.databaseUrl, 'delete from meeting_transcript_pieces where meeting_id = $1', [copy]);
  const step = 100_003;
  for (let n = 0; n * step < raw.length; n++) {
    const part = raw.subarray(n * step, (n + 1) * step);
    const deflated = deflateRawSync(part, { finishFlush: zlib.Z_FULL_FLUSH });
    await sql(
      service.databaseUrl,
      `insert into meeting_transcript_pieces (organization_id, meeting_id, piece_number, deflated, crc32, raw_length)
       select organization_id, id, $2, $3, $4, $5 from meetings where id = $1`,
      [copy, n, deflated, crc32(part), part.length],
    );
  }
  const of = `/v1/meetings/${copy}/transcript`;
  const whole = (await read({}, of)).entries as Entry[];
  assert.deepEqual(
    whole.map(({ text, entryIndex }) => [entryIndex, text]),
    SEGMENTS.map(({ text }, index) => [index, text]),
  );
  for (const [fromEntry, count] of [
    [0, 3],
    [1699, 3],
    [1701, 500],
    [2990, 1000],
  ] as const) {
    const found = await read({ fromEntry, entries: count }, of);
    assert.deepEqual(found.entries, whole.slice(fromEntry, fromEntry + count));
  }
});

test('pages under any budget give every entry once, and no answer exceeds the budget', async () => {
  for (const format of ['json', 'text', 'markdown', 'vtt', 'srt']) {
    let from: string | null = '1800';
    const shown: string[] = [];
    while (from !== null && Number(from) < 1900) {
      const query = { format, fromEntry: from, maxTokens: '1500' };
      const answer = await service.client.get(path, query);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(tokenBound(answer.text) <= 1500);
      shown.push(answer.text);
      const next: string | null = answer.headers.get('x-next-entry');
      assert.ok(next === null || Number(next) > Number(from));
      if (format === 'json') assert.equal(answer.body.next, Number(next));
      from = next;
    }
    const all = shown.join('\n');
    for (let index = 1800; index < 1900; index++) {
      const marker = new RegExp(`(?<![\\d:.,])${index} (?:会|"|<|\\n|$)`, 'gm');
      if (index % 30 !== 0) assert.equal(all.match(marker)?.length, 1, `${format} ${index}`);
    }
  }
});

test('around an entry the budget is spent on what is nearest', async () => {
  const { entries: found } = await read({ around: 500, entries: 1000, maxTokens: 20000 });
  const indexes = found.map(({ entryIndex }: Entry) => entryIndex);
  assert.ok(indexes.includes(500) && indexes.length > 4);
  assert.ok(indexes[0] < 499 && indexes.at(-1) > 501, `${indexes}`);
  assert.deepEqual(
    indexes,
    Array.from(indexes, (_, index) => indexes[0] + index),
  );
});

test('too small a budget names the tokens that are needed, and those suffice', async () => {
  const queries: Record<string, string>[] = [
    { fromEntry: '3' },
    { around: '3', entries: '1' },
    { fromEntry: '9999' },
  ];
  for (const query of queries) {
    const answer = await service.client.get(path, { ...query, maxTokens: '10' });
    assert.equal(answer.status, 400);
    const needed = /^maxTokens must be at least (\d+)/.exec(answer.body.error)?.[1];
    assert.ok(needed, answer.body.error);
    const again = await service.client.get(path, { ...query, maxTokens: needed });
    if (again.status === 200) continue;
    // The answer itself fits, and its first entry does not.
    const forEntry = /^maxTokens must be at least (\d+): entry 3 /.exec(again.body.error)?.[1];
    await read({ ...query, maxTokens: forEntry! });
    const less = `${Number(forEntry) - 1}`;
    assert.equal((await service.client.get(path, { ...query, maxTokens: less })).status, 400);
  }
  await refused(
    { fromEntry: '1700', maxTokens: '20000' },
    /^maxTokens must be at least \d{7}: entry 1700 needs/,
  );
});

test('a speaker is found by name in any case, and by address', async () => {
  const ofAda = entries.filter(({ speaker }) => speaker!.name === 'Ada Park');
  const ofGrace = entries.filter(({ speaker }) => speaker!.name !== 'Ada Park');
  assert.deepEqual((await read({ speaker: 'ADA  park' })).entries, ofAda);
  assert.deepEqual((await read({ speaker: 'ada@PARLEY.example' })).entries, ofAda);
  assert.deepEqual((await read({ speaker: 'park' })).entries, ofAda);
  assert.deepEqual((await read({ speaker: 'Par' })).entries, []);
  assert.deepEqual((await read({ speaker: 'grace@acme.example' })).entries, ofGrace);
  assert.deepEqual((await read({ speaker: 'Nobody' })).entries, []);
  const some = await read({ speaker: 'Grace Lund', fromEntry: 3, entries: 2 });
  assert.deepEqual(
    some.entries.map(({ entryIndex }: Entry) => entryIndex),
    [4, 5],
  );
  assert.equal(some.next, 7);
});

test('captions come back through their own importer, word for word', async () => {
  const segments = [
    {
      text: 'Shall <we> & "start" with\n\nthe numbers?',
      timestampSeconds: 4.25,
      endSeconds: 6.1,
      speaker: { name: 'Ada Park' },
    },
    { text: 'Yes.', timestampSeconds: 6.5, speaker: { name: 'Grace Lund' } },
    { text: 'No time here.', speaker: { name: 'Grace Lund' } },
    { text: '', speaker: { name: 'Grace Lund' } },
    { text: ' \n\n ' },
    { text: 'Later.', timestampSeconds: 3723.004, endSeconds: 3723.004, speaker: { name: 'Ada Park' } },
  ];
  const body = meeting({ id: 'captions', title: 'Weekly:\ncall/1: a', endTime: '2026-01-31T11:15:00Z' });
  const captions = await service.client.ingest({ ...body, transcript: { segments, language: 'en' } });
  const of = `/v1/meetings/${captions}/transcript`;
  const vtt = await service.client.get(of, { format: 'vtt' });
  assert.equal(vtt.headers.get('content-type'), 'text/vtt; charset=utf-8');
  assert.equal(
    vtt.headers.get('content-disposition'),
    `attachment; filename="Weekly__call_1 - a 2026-01-31.vtt"`,
  );
  const times = [
    [4.25, 6.1],
    [6.5, 7.5],
    [7.5, 8.5],
    [8.5, 9.5],
    [9.5, 10.5],
    [3723.004, 3723.005],
  ];
  const timed = segments.map(({ text, speaker }, index) => {
    const [timestampSeconds, endSeconds] = times[index]!;
    const said = text.trim() === '' ? '\u200b' : text;
    return { text: said, timestampSeconds, endSeconds, ...(speaker ? { speaker } : {}) };
  });
  assert.deepEqual(webVtt.parse(vtt.text), {
    segments: timed,
    durationSeconds: 3723.005,
    warnings: [],
    title: 'Weekly: call/1: a',
    language: 'en',
  });
  const srt = await service.client.get(of, { format: 'srt' });
  assert.equal(srt.headers.get('content-type'), 'application/x-subrip; charset=utf-8');
  const [first, ...rest] = subRip.parse(srt.text).segments;
  assert.deepEqual([{ ...first, text: timed[0]!.text }, ...rest], timed);
  assert.equal(first!.text, 'Shall <we> & "start" with\nthe numbers?');
  const slice = await service.client.get(of, { format: 'vtt', fromEntry: '1', entries: '1' });
  assert.deepEqual(webVtt.parse(slice.text).segments, [timed[1]]);
  assert.equal(slice.headers.get('x-next-entry'), '2');
});

test('text and Markdown show speakers, times and words as they are', async () => {
  const segments = [
    { text: '# 1 *is* <b>x</b>\n2. two', timestampSeconds: 3723.5, speaker: { name: 'A_B' } },
    { text: 'Nobody said this.' },
  ];
  const body = meeting({ id: 'plain', endTime: '2026-01-31T11:15:00Z', transcript: { segments } });
  const of = `/v1/meetings/${await service.client.ingest(body)}/transcript`;
  const text = await service.client.get(of, { format: 'text' });
  assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(text.text, '[01:02:03] A_B: # 1 *is* <b>x</b>\n    2. two\nNobody said this.\n');
  const markdown = await service.client.get(of, { format: 'markdown' });
  assert.equal(markdown.headers.get('content-type'), 'text/markdown; charset=utf-8');
  assert.equal(
    markdown.text,
    '# Quarterly review\n\n2026-01-31T09:30:00Z\n\n' +
      '**A\\_B** 01:02:03: \\# 1 \\*is\\* \\<b\\>x\\</b\\>\\\n2\\. two\n\nNobody said this.\n',
  );
});

const NO_ENTRIES: Record<string, string | number>[] = [
  {},
  { entries: 5 },
  { around: 3 },
  { maxTokens: 100 },
  { speaker: 'Ada' },
];

test('a meeting without a transcript has no entries, and an unknown or foreign one is 404', async () => {
  for (const body of [meeting({ id: 'none' }), meeting({ id: 'empty', transcript: { segments: [] } })]) {
    const none = await service.client.ingest(body);
    const of = `/v1/meetings/${none}/transcript`;
    for (const query of NO_ENTRIES) {
      assert.deepEqual(await read(query, of), { meetingId: none, entries: [] });
    }
    assert.equal((await service.client.get(of, { format: 'text' })).text, '');
  }
  const other = await service.tenant();
  assert.equal((await other.client.get(path)).status, 404);
  assert.equal((await service.client.get('/v1/meetings/999999999/transcript')).status, 404);
});

test('contradictory and impossible limits are 400', async () => {
  await refused({ around: '1', fromEntry: '0' }, /around and fromEntry must not be given together/);
  await refused({ entries: '1001' }, /^entries must be a whole number from 1 to 1000/);
  await refused({ entries: '0' }, /^entries must be/);
  await refused({ maxTokens: '20001' }, /^maxTokens must be/);
  await refused({ fromEntry: '-1' }, /^fromEntry must be/);
  await refused({ format: 'pdf' }, /^format must be one of json, text, markdown, vtt, srt/);
});

test('a meeting is returned without its transcript on request', async () => {
  const { transcript: _, ...whole } = (await service.client.get(`/v1/meetings/${id}`)).body;
  const without = await service.client.get(`/v1/meetings/${id}`, { includeTranscript: 'false' });
  assert.deepEqual(without.body, { ...whole, hasTranscript: true });
  const none = await service.client.ingest(meeting({ id: 'no words' }));
  const answer = await service.client.get(`/v1/meetings/${none}`, { includeTranscript: 'false' });
  assert.equal(answer.body.hasTranscript, false);
});
