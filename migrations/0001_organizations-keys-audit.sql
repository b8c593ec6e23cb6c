create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  -- Lower-case domains of the organization's own people; decide isInternal.
  domains text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);

create table api_keys (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  name text not null,
  -- SHA-256 of the key; the key itself is shown once and never stored.
  hash bytea not null,
  -- A key of the operator's own choosing (PARLEY_BOOTSTRAP_API_KEY): has no checksum that could refuse a typo.
  custom boolean not null default false,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  primary key (organization_id, id)
);

-- The one look-up that cannot start with the organization: it finds it.
create unique index api_keys_hash on api_keys (hash);
create index api_keys_custom on api_keys (id) where custom;

create table audit_records (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  at timestamptz(3) not null default now(),
  -- The key that asked for the change, or null for the command line.
  actor_key_id bigint,
  request_id text,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  primary key (organization_id, id)
);

create table idempotency_keys (
  organization_id bigint not null references organizations (id),
  operation text not null,
  key text not null,
  -- SHA-256 of the query and the body.
  fingerprint bytea not null,
  body json not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, operation, key)
);

create index idempotency_keys_created_at on idempotency_keys (created_at);
