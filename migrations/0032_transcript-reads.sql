-- Columns for reading slices of a transcript. The pieces themselves stay as they are: lists and meetings are served from them.
alter table meeting_transcript_pieces
  -- The index of the entry with which the piece begins; null where it goes on with an entry of the piece before, and in
  -- transcripts that an earlier Parley stored.
  add column first_entry integer,
  -- JSON array of the ends, in seconds, of the entries that begin in the piece; null where the source gave none.
  add column end_seconds text;
alter table meeting_version_pieces
  add column first_entry integer,
  add column end_seconds text;

alter table meetings
  -- SHA-256 of the ends of all entries; null where the source gave none. They are no part of transcript_hash, because
  -- findings depend on the words alone.
  add column transcript_ends_hash bytea,
  -- The language of the transcript as the source gave it, a BCP 47 tag in its canonical form; null where it gave none.
  add column transcript_language text;
alter table meeting_versions
  add column transcript_ends_hash bytea,
  add column transcript_language text;
