import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { speakerResolver } from '../src/domain/conversations/attendees.ts';
import { hashTranscript, renderTranscript } from '../src/domain/conversations/transcript-pieces.ts';
import { STOP_WORDS_OF } from '../src/domain/words/stop-words.ts';
import { collectTranscriptWords } from '../src/domain/words/transcript-words.ts';
import { runWithoutYielding } from '../src/lib/event-loop.ts';
import { type ChildService, startChildService } from '../test/support/child-service.ts';
import { type Random, seeded, whole } from './data/prng.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/moments.ts [--entries 1000000] [--requests 200]`: measures searches in what was said, and the size of the
 * index. Its texts have the frequencies of words of speech (Zipf's law) and are made from a fixed seed.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '200' },
  },
});
const [entries, requests] = [Number(values.entries), Number(values.requests)];

const KEY = 'a-key-for-the-benchmark-of-moments';
const ENTRIES_PER_MEETING = 500;
const WORDS_PER_ENTRY = 14;
const VOCABULARY = 30_000;
const FROM_MS = Date.parse('2024-01-01T00:00:00Z');
/** Meetings that are stored in one transaction. */
const COMMITTED = 100;
const HOUR_MS = 3_600_000;

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
  const sampled = await fill(database, vocabulary);
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

/** Function words first, as in speech; the others are made of syllables. */
function makeVocabulary(random: Random): string[] {
  const words = new Set(STOP_WORDS_OF.get('en')!);
  const syllables = 'ka lo mi ren tas vor el dun ip sha gri mon te bal cor'.split(' ');
  while (words.size < VOCABULARY) {
    const length = whole(random, 2, 4);
    words.add(Array.from({ length }, () => syllables[whole(random, 0, syllables.length - 1)]!).join(''));
  }
  return [...words];
}

/** Stores meetings with their words, as ingests and the worker do. @returns some of the entries */
async function fill({ query }: BenchDatabase, vocabulary: readonly string[]): Promise<string[]> {
  const random = seeded(2);
  // The rank of a word grows exponentially with a uniform number: Zipf's law.
  const word = () => vocabulary[Math.floor(VOCABULARY ** random()) - 1]!;
  const sampled: string[] = [];
  const [organization] = await query('select id from organizations');
  const meetings = Math.ceil(entries / ENTRIES_PER_MEETING);
  await query('begin');
  for (let number = 0; number < meetings; number++) {
    if (number % COMMITTED === COMMITTED - 1) await query('commit and chain');
    const segments = Array.from({ length: ENTRIES_PER_MEETING }, (_, index) => ({
      text: Array.from({ length: WORDS_PER_ENTRY }, word).join(' '),
      timestampSeconds: index * 5,
      speaker: { name: index % 2 === 0 ? 'Ada Park' : 'Grace Lund' },
    }));
    sampled.push(segments[whole(random, 0, ENTRIES_PER_MEETING - 1)]!.text);
    const pieces = await renderTranscript(segments, speakerResolver([]));
    const start = new Date(FROM_MS + number * HOUR_MS).toISOString();
    const [{ id }] = (await query(
      `insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
         attendees, transcript_hash, words_hash, head)
       values ($1, 'USER_PROVIDED', $2, 'A call', $3, $3, 'ada@parley.example', '[]', $4, $4, '{"title":"A call"}')
       returning id`,
      [organization!.id, `${number}`, start, hashTranscript(segments)],
    )) as [{ id: string }];
    for (const [piece, { deflated, crc32, rawLength, firstEntry }] of pieces.entries()) {
      await query(
        `insert into meeting_transcript_pieces
           (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [organization!.id, id, piece, deflated, crc32, rawLength, firstEntry],
      );
    }
    const parts = runWithoutYielding(collectTranscriptWords(segments, undefined));
    for (const [part, { language, firstEntry, entryCount, terms, pairs }] of parts.entries()) {
      await query(
        `insert into transcript_words
           (organization_id, meeting_id, part, language, first_entry, entry_count, terms, pairs)
         select $1, $2, $3, $4, $5, $6, array_to_string(tsvector_to_array(array_to_tsvector(string_to_array($7, ' '))), ' '), $8`,
        [organization!.id, id, part, language, firstEntry, entryCount, terms, pairs],
      );
    }
  }
  await query('commit');
  await query('vacuum analyze');
  return sampled;
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
    `${entries} entries: JSON ${megabytes(raw)}, deflated ${megabytes(deflated)}; words ${megabytes(words)}, ` +
      `indexes ${megabytes(indexes)}: ${((100 * (words + indexes)) / raw).toFixed(1)} % of the JSON`,
  );
}

async function measure(name: string, query: () => string): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let request = -10; request < requests; request++) {
    const asked = query();
    const startedMs = performance.now();
    const { status, text, body } = await service!.client.get('/v1/moments', { query: asked });
    const ms = performance.now() - startedMs;
    if (status !== 200) throw new Error(`${asked}: ${text}`);
    if (request < 0) continue;
    times.push(ms);
    found += body.meetingCount;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * times.length)]!.toFixed(1);
  const meetings = Math.round(found / requests);
  console.log(
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; ${meetings} meetings on average`,
  );
}
