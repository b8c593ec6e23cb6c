import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import type { Log } from '../../lib/log.ts';
import { loadTranscript } from '../conversations/stored-transcript.ts';
import { collectEmailWords, storeEmailWords } from '../words/email-words.ts';
import { collectTranscriptWords, storeTranscriptWords } from '../words/transcript-words.ts';

/** The conversations of an organization that are looked up at a time, before the next one has its turn. */
const BATCH = 20;

/** The number of conversations after which the progress is logged. */
const LOGGED = 1000;

/** The pause after a conversation, as a multiple of the time that it took: requests come first. */
const PAUSE_FACTOR = 1;

/** A kind of conversations whose words may be missing. */
type Kind = {
  name: string;
  /** Takes the organization after which to look; returns the next one that has any. */
  owner: Statement;
  /** Takes the organization, the id before which to look, and the limit; newest first. */
  batch: Statement;
  /** Indexes one, unless it has been indexed or deleted in the meantime. */
  index(tx: Transaction, organizationId: number, id: number): Promise<void>;
};

const lockMeetingWithoutWords: Statement = {
  name: 'lock-meeting-without-words',
  // Served by the primary keys. The lock waits for an ingest of the meeting, which then has indexed it.
  text: `select transcript_language as language from meetings m
         where organization_id = $1 and id = $2 and (transcript_hash is distinct from words_hash or exists (
           select from transcript_words w
           where w.organization_id = $1 and w.meeting_id = m.id and w.triples is null
         ))
         for update`,
};

const markMeeting: Statement = {
  name: 'mark-meeting-with-words',
  text: 'update meetings set words_hash = transcript_hash where organization_id = $1 and id = $2',
};

const MEETINGS: Kind = {
  name: 'meetings',
  owner: {
    name: 'select-owner-of-meetings-without-words',
    // Served by meetings_without_words.
    text: `select organization_id as id from meetings
           where transcript_hash is distinct from words_hash and organization_id > $1
           order by organization_id limit 1`,
  },
  batch: {
    name: 'select-meetings-without-words',
    // Served by meetings_without_words.
    text: `select id from meetings where organization_id = $1 and transcript_hash is distinct from words_hash
             and id < $2::bigint order by id desc limit $3`,
  },
  async index(tx, organizationId, id) {
    const [meeting] = await tx.query<{ language: string | null }>(lockMeetingWithoutWords, [
      organizationId,
      id,
    ]);
    if (!meeting) return;
    const segments = (await loadTranscript(tx, organizationId, id)) ?? [];
    const words = await runYielding(collectTranscriptWords(segments, meeting.language));
    await storeTranscriptWords(tx, [organizationId, id], words, { replaces: true });
    await tx.query(markMeeting, [organizationId, id]);
  },
};

const lockEmailWithoutWords: Statement = {
  name: 'lock-email-without-words',
  // Served by the primary key.
  text: `select subject, text from emails
         where organization_id = $1 and id = $2 and content_hash is distinct from words_hash for update`,
};

const markEmail: Statement = {
  name: 'mark-email-with-words',
  text: 'update emails set words_hash = content_hash where organization_id = $1 and id = $2',
};

const EMAILS: Kind = {
  name: 'emails',
  owner: {
    name: 'select-owner-of-emails-without-words',
    // Served by emails_without_words.
    text: `select organization_id as id from emails
           where content_hash is distinct from words_hash and organization_id > $1
           order by organization_id limit 1`,
  },
  batch: {
    name: 'select-emails-without-words',
    // Served by emails_without_words.
    text: `select id from emails where organization_id = $1 and content_hash is distinct from words_hash
             and id < $2::bigint order by id desc limit $3`,
  },
  async index(tx, organizationId, id) {
    const [email] = await tx.query<{ subject: string; text: string }>(lockEmailWithoutWords, [
      organizationId,
      id,
    ]);
    if (!email) return;
    await storeEmailWords(tx, organizationId, id, await collectEmailWords(email));
    await tx.query(markEmail, [organizationId, id]);
  },
};

/** Meetings that can be searched, though phrases of common words would be found sooner with the triples of their words. */
const MEETINGS_WITHOUT_TRIPLES: Kind = {
  name: 'meetings without triples',
  owner: {
    name: 'select-owner-of-words-without-triples',
    // Served by transcript_words_without_triples.
    text: `select organization_id as id from transcript_words
           where triples is null and organization_id > $1 order by organization_id limit 1`,
  },
  batch: {
    name: 'select-words-without-triples',
    // Served by transcript_words_without_triples.
    text: `select distinct meeting_id as id from transcript_words
           where organization_id = $1 and triples is null and meeting_id < $2::bigint order by id desc limit $3`,
  },
  index: MEETINGS.index,
};

/**
 * Indexes the words of conversations that were stored before there was an index, or by a process of an earlier version
 * since then. Each is a transaction of its own, so that the work can end at any time and is continued by the next job.
 * Organizations are served in turn, and the newest conversations of each first.
 * @returns how many were indexed
 */
export async function indexMissingWords(db: Database, signal: AbortSignal, log: Log): Promise<number> {
  let indexed = 0;
  for (const kind of [MEETINGS, EMAILS, MEETINGS_WITHOUT_TRIPLES]) {
    // The last conversation of each organization that was tried: one that fails is left to the next job.
    const reached = new Map<number, number>();
    for (let found = -1; found !== 0; ) {
      found = 0;
      for (let owner = await nextOwner(db, kind, 0); owner; owner = await nextOwner(db, kind, owner)) {
        const before = reached.get(owner) ?? Number.MAX_SAFE_INTEGER;
        const batch = await db.patient.query<{ id: number }>(kind.batch, [owner, before, BATCH]);
        for (const { id } of batch) {
          signal.throwIfAborted();
          reached.set(owner, id);
          const startedMs = performance.now();
          if (await indexOne(db, kind, owner, id, log)) indexed++;
          if (++found % LOGGED === 0) log.info({ kind: kind.name, indexed }, 'words are being indexed');
          await delay(PAUSE_FACTOR * (performance.now() - startedMs), undefined, { signal });
        }
      }
    }
  }
  return indexed;
}

async function nextOwner(db: Database, { owner }: Kind, after: number): Promise<number | undefined> {
  return (await db.patient.query<{ id: number }>(owner, [after]))[0]?.id;
}

/** @returns false if it failed, which is logged */
async function indexOne(
  db: Database,
  kind: Kind,
  organizationId: number,
  id: number,
  log: Log,
): Promise<boolean> {
  try {
    await db.transaction((tx) => kind.index(tx, organizationId, id));
    return true;
  } catch (error) {
    log.error(
      { err: error, kind: kind.name, organizationId, id },
      'the words of a conversation were not indexed',
    );
    return false;
  }
}
