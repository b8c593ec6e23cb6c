create table emails (
  organization_id bigint not null references organizations (id),
  id bigint generated always as identity,
  -- How it is known again: `id:…`, else `message-id:…`, else `sha256:…` of what it says.
  identity text not null,
  external_id text,
  message_id text,
  subject text not null,
  sent_at timestamptz(3) not null,
  from_email text not null,
  from_name text,
  -- Arrays of {email, name?}.
  to_addresses jsonb not null,
  cc_addresses jsonb not null,
  text text not null,
  account_id text,
  opportunity_id text,
  lead_id text,
  -- SHA-256 of subject and text: tells whether signals have to judge anew.
  content_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);

-- One e-mail per identity: ingesting again finds it.
create unique index emails_identity on emails (organization_id, identity);
create index emails_message_id on emails (organization_id, message_id, id) where message_id is not null;

-- The list, in its order.
create index emails_sent_at on emails (organization_id, sent_at, id);
