-- The sample data of an organization, from when somebody asks for it until it is removed.
create table demo_loads (
  organization_id bigint primary key references organizations (id),
  -- What was asked for last, and how far it is. `failed` waits until somebody asks again.
  wanted text not null check (wanted in ('loaded', 'removed')),
  state text not null check (state in ('working', 'done', 'failed')),
  -- Why it failed.
  note text
);

-- Everything that a load has created, written in the transaction that creates it: a removal deletes this and nothing else.
create table demo_records (
  organization_id bigint not null references demo_loads (organization_id) on delete cascade,
  kind text not null check (kind in ('meeting', 'email', 'user', 'crm-record', 'signal')),
  -- The id of a meeting, e-mail or signal, the lower-case address of a user, the type and id of a CRM record.
  key text collate "C" not null,
  -- A hash of what was created. Users, CRM records and signals that differ from it were changed by a person.
  fingerprint text,
  primary key (organization_id, kind, key)
);
