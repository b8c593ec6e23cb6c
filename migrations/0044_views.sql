-- Filters and sorting of a list under a name, as somebody saved them: they belong to a key, and are deleted with it.
create table saved_views (
  organization_id bigint not null,
  key_id bigint not null,
  -- Chosen by the client, so that a deleted view can come back under its own address.
  id text collate "C" not null,
  list text not null check (list in ('meetings')),
  name text not null,
  -- The name as it is compared: in lower case.
  name_key text collate "C" not null,
  -- The query of the list's page in the console.
  query text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, key_id, id),
  unique (organization_id, key_id, list, name_key),
  foreign key (organization_id, key_id) references api_keys (organization_id, id) on delete cascade
);
