alter table meeting_version_pieces
  add column first_entry integer,
  add column end_seconds text;
