-- Accepted remaps; also the history of a meeting's associations.
create table remaps (
  organization_id bigint not null references organizations (id),
  request_id uuid not null,
  -- The order of acceptance, which is the order in which they are applied.
  number bigint generated always as identity,
  meeting_id bigint not null,
  status text not null default 'accepted' check (status in ('accepted', 'applied', 'completed', 'failed')),
  -- {accountId?, opportunityId?, leadId?}: ids given replace the meeting's, null clears (an undo only).
  wanted jsonb not null,
  -- The meeting's three ids before and after, from when it was applied.
  before jsonb,
  after jsonb,
  trigger_summary boolean not null,
  trigger_signals boolean not null,
  -- Of asked-for follow-ups: what became of them.
  follow_ups jsonb not null default '{}',
  -- The remap that this one takes back, and the one that took this one back.
  undo_of uuid,
  undone_by uuid,
  actor_key_id bigint not null,
  reason text,
  accepted_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (organization_id, request_id),
  foreign key (organization_id, meeting_id) references meetings (organization_id, id) on delete cascade
);

create index remaps_meeting on remaps (organization_id, meeting_id, number);
