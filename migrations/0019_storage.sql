-- The claim of this database on its blob store, at most one row. The store holds a marker with the newest token; blobs
-- are deleted only while the two agree. See docs/decisions/0013.
create table blob_store_claims (
  is_only boolean primary key default true check (is_only),
  -- The identity of this database in the store, made with the claim.
  database_id uuid not null,
  -- The cluster and the database in which the claim was made: a logical copy lies elsewhere.
  place text not null,
  -- The start of the server when the claim was last confirmed: a physical copy runs in a server of its own.
  server_started_at text not null,
  -- The newest first. Whoever wrote the marker last has its token here.
  tokens uuid[] not null,
  beaten_at timestamptz(3) not null default clock_timestamp(),
  -- The start of the server that waits for the claim to be confirmed, and since when.
  waiting_for text,
  waiting_since timestamptz(3)
);

-- Blobs that no row names, which are deleted when they have been condemned for long enough. They stay where they are.
create table condemned_blobs (
  blob_key text primary key,
  condemned_at timestamptz(3) not null default clock_timestamp()
);
create index condemned_blobs_age on condemned_blobs (condemned_at);
