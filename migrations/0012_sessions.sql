-- People who are signed in with a key. A session ends with its key, by itself after some hours, or by signing out.
create table sessions (
  organization_id bigint not null,
  id bigint generated always as identity,
  key_id bigint not null,
  -- SHA-256 of the token; the token itself is in the cookie alone.
  hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, key_id) references api_keys (organization_id, id)
);

-- As with keys, the one look-up that cannot start with the organization: it finds it.
create unique index sessions_hash on sessions (hash);
