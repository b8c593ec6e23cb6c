create table users (
  organization_id bigint not null references organizations (id),
  -- The address in lower case: how users are found, and the order of the list.
  email_key text collate "C" not null,
  email text not null,
  name text,
  role text,
  type text,
  -- Null counts as false: it was never given.
  license_added boolean,
  crm_auth_status text,
  calendar_auth_status text,
  chat_user_id text,
  title text,
  crm_department text,
  crm_user_role text,
  license_assigned_at timestamptz(3),
  primary key (organization_id, email_key)
);
