-- Names of CRM records, by the ids that meetings bear.
create table crm_records (
  organization_id bigint not null references organizations (id),
  type text not null,
  id text not null,
  name text not null,
  primary key (organization_id, type, id)
);

-- Which accounts a domain belongs to: a meeting with attendees of one account only is certainly that account's.
create table crm_account_domains (
  organization_id bigint not null,
  domain text collate "C" not null,
  account_id text not null,
  primary key (organization_id, domain, account_id)
);

create index crm_account_domains_account on crm_account_domains (organization_id, account_id);
