import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { STOP_WORDS_OF } from '../src/domain/words/stop-words.ts';
import { type ChildService, startChildService } from '../test/support/child-service.ts';
import {
  addToSearchPeer,
  createSearchPeerTable,
  type SearchPeer,
  startSearchPeer,
} from './compare/search-peer.ts';
import { seeded, whole } from './data/prng.ts';
import { fillSpokenMeetings, makeVocabulary, VOCABULARY } from './data/spoken-meetings.ts';
import { postgresCpuSeconds, processCpuSeconds } from './setup/cpu.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/moments.ts [--entries 1000000] [--copies 1] [--requests 200] [--peer]`: measures searches in what was said, and the size
 * of the index. Its texts have the frequencies of words of speech (Zipf's law) and are made from a fixed seed. With copies,
 * each meeting is stored as many times. With --peer, PostGraphile searches the same entries in a table with a tsvector.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    copies: { type: 'string', default: '1' },
    requests: { type: 'string', default: '200' },
    peer: { type: 'boolean', default: false },
  },
});
const [entries, copies, requests] = [Number(values.entries), Number(values.copies), Number(values.requests)];

const KEY = 'a-key-for-the-benchmark-of-moments';

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
await using peerDatabase = await server.makeDatabase();
let service: ChildService | undefined;
try {
  service = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: { PARLEY_DATA_DIR: folder.path },
  });
  const vocabulary = makeVocabulary(seeded(1));
  if (values.peer) await createSearchPeerTable(peerDatabase);
  const filledMs = performance.now();
  const sampled = await fillSpokenMeetings(database, vocabulary, {
    entries,
    copies,
    onMeeting: values.peer ? (meeting) => addToSearchPeer(peerDatabase, meeting) : undefined,
  });
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
  if (values.peer) await measurePeer('rare words', rare);
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

/** Measures the peer. */
async function measurePeer(name: string, query: () => string): Promise<void> {
  const { signal } = new AbortController();
  await using peer = await startSearchPeer(peerDatabase, { folder: folder.path, signal });
  await measure(name, query, peer);
}

async function measure(name: string, query: () => string, by: Searcher = ownSearch()): Promise<void> {
  const times: number[] = [];
  let found = 0;
  let before = await cpuOf(by);
  for (let request = -10; request < requests; request++) {
    const asked = query();
    const startedMs = performance.now();
    const count = await by.search(asked);
    const ms = performance.now() - startedMs;
    if (request === -1) before = await cpuOf(by);
    if (request < 0) continue;
    times.push(ms);
    found += count;
  }
  const after = await cpuOf(by);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)]!.toFixed(1);
  console.log(
    `${name}, ${by.title}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ` +
      `${Math.round(found / requests)} found on average; CPU of a request: ` +
      `node ${perRequest(before.node, after.node)}, PostgreSQL ${perRequest(before.postgres, after.postgres)}`,
  );
}

type Searcher = Pick<SearchPeer, 'title' | 'pid' | 'search'>;

/** The service itself, which counts meetings. */
function ownSearch(): Searcher {
  const { pid, client } = service!;
  const search = async (query: string) => {
    const { status, text, body } = await client.get('/v1/moments', { query });
    if (status !== 200) throw new Error(`${query}: ${text}`);
    return body.meetingCount;
  };
  return { title: 'Parley', pid, search };
}

/** Returns the CPU time that a server and PostgreSQL have used, in seconds; NaN if it is not known. */
async function cpuOf({ pid }: Searcher): Promise<{ node: number; postgres: number }> {
  const { postmasterPid } = server;
  return {
    node: (await processCpuSeconds(pid)) ?? Number.NaN,
    postgres: postmasterPid === undefined ? Number.NaN : await postgresCpuSeconds(postmasterPid),
  };
}

function perRequest(before: number, after: number): string {
  return `${(((after - before) * 1000) / requests).toFixed(1)} ms`;
}
