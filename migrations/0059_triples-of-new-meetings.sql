-- The triples of the words of a new meeting (0054). Processes of earlier versions do not send them; the job index-words adds theirs.
alter table meeting_parts add column triples bytea[];
