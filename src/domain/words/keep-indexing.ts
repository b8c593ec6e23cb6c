import type { Database, Statement } from '../../db/database.ts';
import { every } from '../../lib/every.ts';
import type { Log } from '../../lib/log.ts';
import { pauseAfterPass } from '../../lib/pause-after-pass.ts';

/** Parts that one transaction moves into the index; each takes some milliseconds. */
const BATCH_PARTS = 8;

/** The pause after a pass that found nothing. */
const IDLE_MS = 500;

/** The pause after a pass, as a multiple of its duration: ingests and searches need the database more urgently. */
const PAUSE_FACTOR = 4;

/** The same while more parts wait than searches should compare without the index. */
const BUSY_PAUSE_FACTOR = 1;
const MANY_PASSES = 50;

/** A table of words, whose statements take the organization: that to look after, or that of the batch and its size. */
type WordTable = { owner: Statement; batch: Statement };

const TRANSCRIPTS: WordTable = {
  owner: {
    name: 'select-owner-of-fresh-transcript-words',
    // Served by transcript_words_fresh. Organizations are served in turn.
    text: `select organization_id as id from transcript_words
           where fresh_terms is not null and organization_id > $1 order by organization_id limit 1`,
  },
  batch: {
    name: 'index-fresh-transcript-words',
    // Served by transcript_words_fresh. Parts that are being replaced, deleted or indexed are skipped.
    text: `with batch as materialized (
             select meeting_id, part, array_to_string(tsvector_to_array(fresh_terms), ' ') as terms
             from transcript_words
             where organization_id = $1 and fresh_terms is not null
             limit $2 for update skip locked
           )
           update transcript_words w
           set terms = batch.terms, fresh_terms = null
           from batch where w.organization_id = $1 and w.meeting_id = batch.meeting_id and w.part = batch.part`,
  },
};

const EMAILS: WordTable = {
  owner: {
    name: 'select-owner-of-fresh-email-words',
    // Served by email_words_fresh.
    text: `select organization_id as id from email_words
           where fresh_terms is not null and organization_id > $1 order by organization_id limit 1`,
  },
  batch: {
    name: 'index-fresh-email-words',
    // Served by email_words_fresh.
    text: `with batch as materialized (
             select email_id, array_to_string(tsvector_to_array(fresh_terms), ' ') as terms from email_words
             where organization_id = $1 and fresh_terms is not null
             limit $2 for update skip locked
           )
           update email_words w
           set terms = batch.terms, fresh_terms = null
           from batch where w.organization_id = $1 and w.email_id = batch.email_id`,
  },
};

/**
 * Continuously moves the terms of new transcripts and e-mails into their indexes: an ingest stores them without it, and searches compare
 * those few one by one.
 * @returns a function that ends it
 */
export function keepIndexing(db: Database, log: Log): () => Promise<void> {
  const ends = [TRANSCRIPTS, EMAILS].map((table) => keepIndexingTable(db, table, log));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

function keepIndexingTable(db: Database, table: WordTable, log: Log): () => Promise<void> {
  let lastOwner = 0;
  let passes = 0;
  let pauseMs = IDLE_MS;
  const pass = async () => {
    pauseMs = IDLE_MS;
    const startedMs = performance.now();
    const owner = await nextOwner(db, table, lastOwner);
    lastOwner = owner ?? 0;
    passes = owner === undefined ? 0 : passes + 1;
    if (owner === undefined) {
      pauseMs = pauseAfterPass(performance.now() - startedMs, IDLE_MS);
      return;
    }
    await db.transaction((tx) => tx.query(table.batch, [owner, BATCH_PARTS]));
    const factor = passes > MANY_PASSES ? BUSY_PAUSE_FACTOR : PAUSE_FACTOR;
    pauseMs = Math.min(factor * (performance.now() - startedMs), IDLE_MS);
  };
  return every(() => pauseMs, pass, log);
}

/** The next organization after this one, or else the first one. */
async function nextOwner(db: Database, { owner }: WordTable, after: number): Promise<number | undefined> {
  const [next] = await db.patient.query<{ id: number }>(owner, [after]);
  if (next || after === 0) return next?.id;
  return (await db.patient.query<{ id: number }>(owner, [0]))[0]?.id;
}
