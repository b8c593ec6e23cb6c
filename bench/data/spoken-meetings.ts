import { speakerResolver } from '../../src/domain/conversations/attendees.ts';
import { hashTranscript, renderTranscript } from '../../src/domain/conversations/transcript-pieces.ts';
import { STOP_WORDS_OF } from '../../src/domain/words/stop-words.ts';
import { collectTranscriptWords } from '../../src/domain/words/transcript-words.ts';
import { runWithoutYielding } from '../../src/lib/event-loop.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { copyMeetings } from './copy-meetings.ts';
import { type Random, seeded, whole } from './prng.ts';

const ENTRIES_PER_MEETING = 500;
const WORDS_PER_ENTRY = 14;
/** The number of different words. */
export const VOCABULARY = 30_000;
const FROM_MS = Date.parse('2024-01-01T00:00:00Z');
/** Meetings that are stored in one transaction. */
const COMMITTED = 100;
const HOUR_MS = 3_600_000;

/** A meeting as it is stored, for a peer that stores it too. */
export type SpokenMeeting = {
  number: number;
  start: string;
  title: string;
  segments: { text: string; timestampSeconds: number; speaker: { name: string } }[];
};

const TITLE = 'A call';

/** Function words first, as in speech; the others are made of syllables. */
export function makeVocabulary(random: Random): string[] {
  const words = new Set(STOP_WORDS_OF.get('en')!);
  const syllables = 'ka lo mi ren tas vor el dun ip sha gri mon te bal cor'.split(' ');
  while (words.size < VOCABULARY) {
    const length = whole(random, 2, 4);
    words.add(Array.from({ length }, () => syllables[whole(random, 0, syllables.length - 1)]!).join(''));
  }
  return [...words];
}

/**
 * Stores meetings with their words, as ingests and the worker do.
 * @param size.copies how often each meeting is stored, at times one behind the other; copies are stored faster than others
 * @param size.onMeeting is given each meeting that is not a copy
 * @returns some of the entries
 */
export async function fillSpokenMeetings(
  database: BenchDatabase,
  vocabulary: readonly string[],
  { entries, copies, onMeeting }: SpokenSize & { copies: number },
): Promise<string[]> {
  const { query } = database;
  // An index is built faster than it is added to.
  const [index] = await query(`select indexdef from pg_indexes where indexname = 'transcript_words_terms'`);
  await query('drop index transcript_words_terms');
  const sampled = await storeMeetings(database, vocabulary, { entries, onMeeting });
  const apartSeconds = ((entries / ENTRIES_PER_MEETING) * HOUR_MS) / 1000;
  await copyMeetings(database, { copies, apartSeconds });
  await query(`set maintenance_work_mem = '512MB'`);
  await query(index!.indexdef as string);
  await query('vacuum analyze');
  return sampled;
}

type SpokenSize = { entries: number; onMeeting?: ((meeting: SpokenMeeting) => Promise<void>) | undefined };

async function storeMeetings(
  { query }: BenchDatabase,
  vocabulary: readonly string[],
  { entries, onMeeting }: SpokenSize,
): Promise<string[]> {
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
    await onMeeting?.({ number, start, title: TITLE, segments });
    const [{ id }] = (await query(
      `insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
         attendees, transcript_hash, words_hash, head)
       values ($1, 'USER_PROVIDED', $2, $5, $3, $3, 'ada@parley.example', '[]', $4, $4, jsonb_build_object('title', $5::text))
       returning id`,
      [organization!.id, `${number}`, start, hashTranscript(segments), TITLE],
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
    for (const [part, { language, firstEntry, entryCount, terms, pairs, triples }] of parts.entries()) {
      await query(
        `insert into transcript_words
           (organization_id, meeting_id, part, language, first_entry, entry_count, terms, pairs, triples)
         select $1, $2, $3, $4, $5, $6, array_to_string(tsvector_to_array(array_to_tsvector(string_to_array($7, ' '))), ' '), $8, $9`,
        [organization!.id, id, part, language, firstEntry, entryCount, terms, pairs, triples],
      );
    }
  }
  await query('commit');
  return sampled;
}
