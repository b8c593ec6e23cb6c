-- Columns for reading slices of a transcript. The pieces themselves stay as they are: lists and meetings are served from them.
alter table meeting_transcript_pieces
  -- The index of the entry with which the piece begins; null where it goes on with an entry of the piece before, and in
  -- transcripts that an earlier Parley stored.
  add column first_entry integer,
  -- JSON array of the ends, in seconds, of the entries that begin in the piece; null where the source gave none.
  add column end_seconds text;
