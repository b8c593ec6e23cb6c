-- Everybody whose address filters find the e-mail: its sender and recipients, addresses in lower case.
create table email_participants (
  organization_id bigint not null,
  email_key text collate "C" not null,
  sent_at timestamptz(3) not null,
  email_id bigint not null,
  primary key (organization_id, email_key, sent_at, email_id),
  foreign key (organization_id, email_id) references emails (organization_id, id) on delete cascade
);

create index email_participants_email on email_participants (organization_id, email_id);

-- The list by each CRM filter, in its order.
create index emails_account on emails (organization_id, account_id, sent_at, id) where account_id is not null;
create index emails_opportunity on emails (organization_id, opportunity_id, sent_at, id)
  where opportunity_id is not null;
