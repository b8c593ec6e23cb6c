import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { STOP_WORDS_OF } from '../src/domain/words/stop-words.ts';
import { type ChildService, startChildService } from '../test/support/child-service.ts';
import { seeded, whole } from './data/prng.ts';
import { fillSpokenMeetings, makeVocabulary, VOCABULARY } from './data/spoken-meetings.ts';
import { postgresCpuSeconds, processCpuSeconds } from './setup/cpu.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/moments.ts [--entries 1000000] [--copies 1] [--requests 200]`: measures searches in what was said, and the size
 * of the index. Its texts have the frequencies of words of speech (Zipf's law) and are made from a fixed seed. With copies,
 * each meeting is stored as many times.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    copies: { type: 'string', default: '1' },
    requests: { type: 'string', default: '200' },
  },
});
const [entries, copies, requests] = [Number(values.entries), Number(values.copies), Number(values.requests)];

const KEY = 'a-key-for-the-benchmark-of-moments';

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
let service: ChildService | undefined;
try {
  service = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: { PARLEY_DATA_DIR: folder.path },
  });
  const vocabulary = makeVocabulary(seeded(1));
  const filledMs = performance.now();
  const sampled = await fillSpokenMeetings(database, vocabulary, { entries, copies });
  console.log(`filled in ${((performance.now() - filledMs) / 1000).toFixed(0)} s`);
  await reportSizes(database);
  const functionWords = STOP_WORDS_OF.get('en')!;
  const common = vocabulary.filter((word) => !functionWords.has(word)).slice(0, 10);
  const random = seeded(3);
  const phrase = () => {
    const words = sampled[whole(random, 0, sampled.length - 1)]!.split(' ');
    const start = whole(random, 0, words.length - 4);
    return `"${words.slice(start, start + 4).join(' ')}"`;
  };
  const rare = () => vocabulary[whole(random, VOCABULARY >> 1, VOCABULARY - 1)]!;
  await measure('rare words', rare);
  await measure('phrases of four words', phrase);
  await measure('the commonest words', () => common[whole(random, 0, common.length - 1)]!);
  await measure('two common words', () => `${common[whole(random, 0, 4)]!} ${common[whole(random, 5, 9)]!}`);
} finally {
  await service?.stop();
}

async function reportSizes({ query }: BenchDatabase): Promise<void> {
  const [size] = await query(
    `select pg_table_size('transcript_words')::float8 as words, pg_indexes_size('transcript_words')::float8 as indexes,
       (select sum(raw_length)::float8 from meeting_transcript_pieces) as raw,
       (select sum(octet_length(deflated))::float8 from meeting_transcript_pieces) as deflated`,
  );
  const { words, indexes, raw, deflated } = size as Record<'words' | 'indexes' | 'raw' | 'deflated', number>;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `${entries * copies} entries: JSON ${megabytes(raw)}, deflated ${megabytes(deflated)}; words ${megabytes(words)}, ` +
      `indexes ${megabytes(indexes)}: ${((100 * (words + indexes)) / raw).toFixed(1)} % of the JSON`,
  );
}

async function measure(name: string, query: () => string): Promise<void> {
  const times: number[] = [];
  let found = 0;
  let before = await cpu();
  for (let request = -10; request < requests; request++) {
    const asked = query();
    const startedMs = performance.now();
    const { status, text, body } = await service!.client.get('/v1/moments', { query: asked });
    const ms = performance.now() - startedMs;
    if (status !== 200) throw new Error(`${asked}: ${text}`);
    if (request === -1) before = await cpu();
    if (request < 0) continue;
    times.push(ms);
    found += body.meetingCount;
  }
  const after = await cpu();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)]!.toFixed(1);
  const meetings = Math.round(found / requests);
  console.log(
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${meetings} meetings on average; ` +
      `CPU of a request: node ${perRequest(before.node, after.node)}, PostgreSQL ${perRequest(before.postgres, after.postgres)}`,
  );
}

/** Returns the CPU time that the service and PostgreSQL have used, in seconds; NaN if it is not known. */
async function cpu(): Promise<{ node: number; postgres: number }> {
  const { postmasterPid } = server;
  return {
    node: (await processCpuSeconds(service!.pid)) ?? Number.NaN,
    postgres: postmasterPid === undefined ? Number.NaN : await postgresCpuSeconds(postmasterPid),
  };
}

function perRequest(before: number, after: number): string {
  return `${(((after - before) * 1000) / requests).toFixed(1)} ms`;
}
