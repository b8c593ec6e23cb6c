-- SHA-256 of the URL that a recording comes from. The URL itself may hold a token that opens the recording for whoever
-- has it, so it is kept no longer than it is needed; by the hash it is known again.
alter table recordings add column source_hash bytea;
