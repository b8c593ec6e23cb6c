import type { Statement } from '../../db/database.ts';

/** The kinds of records that a load creates. */
export type DemoKind = 'meeting' | 'email' | 'user' | 'crm-record' | 'signal';

/** The last request, its progress, and the numbers of conversations that are loaded. */
export type DemoRow = {
  wanted: 'loaded' | 'removed';
  state: 'working' | 'done' | 'failed';
  note: string | null;
  meetings: number;
  emails: number;
};

export const selectDemo: Statement = {
  name: 'select-demo',
  // Served by the primary keys; the sample data has some 600 records.
  text: `select wanted, state, note,
           (select count(*) from demo_records where organization_id = $1 and kind = 'meeting') as meetings,
           (select count(*) from demo_records where organization_id = $1 and kind = 'email') as emails
         from demo_loads where organization_id = $1`,
};

export const wantLoaded: Statement = {
  name: 'want-demo-loaded',
  // Of two concurrent requests, the second one waits for the first and then changes nothing.
  text: `insert into demo_loads (organization_id, wanted, state) values ($1, 'loaded', 'working')
         on conflict (organization_id) do update set wanted = 'loaded', state = 'working', note = null
           where demo_loads.state = 'failed'
         returning wanted`,
};

export const wantLoadedByHand: Statement = {
  name: 'want-demo-loaded-by-hand',
  // No job continues this load, so it counts as failed until it is done. A load by a job continues in parallel.
  text: `insert into demo_loads (organization_id, wanted, state, note) values ($1, 'loaded', 'failed', $2)
         on conflict (organization_id) do update set wanted = 'loaded', note = excluded.note
           where demo_loads.state = 'failed'`,
};

export const wantRemoved: Statement = {
  name: 'want-demo-removed',
  // Waits for transactions that create records, which hold a shared lock on the row. None is created afterwards.
  text: `update demo_loads set wanted = 'removed', state = 'working', note = null
         where organization_id = $1 and not (wanted = 'removed' and state = 'working')
         returning wanted`,
};

export const resume: Statement = {
  name: 'resume-demo',
  // A failed load or removal continues if an operator runs its job again.
  text: `update demo_loads set state = 'working', note = null
         where organization_id = $1 and wanted = $2 and state <> 'done' returning wanted`,
};

export const finishLoad: Statement = {
  name: 'finish-demo-load',
  text: `update demo_loads set state = 'done', note = null where organization_id = $1 and wanted = 'loaded'`,
};

export const failDemo: Statement = {
  name: 'fail-demo',
  text: `update demo_loads set state = 'failed', note = $3
         where organization_id = $1 and wanted = $2 and state = 'working'`,
};

export const deleteDemo: Statement = {
  name: 'delete-demo',
  // Records that a person changed no longer belong to the demo; the foreign key deletes their marks.
  text: `delete from demo_loads where organization_id = $1 and wanted = 'removed' returning organization_id`,
};

export const shareLoad: Statement = {
  name: 'share-demo-load',
  // A removal that is requested meanwhile waits for the transaction.
  text: `select 1 from demo_loads where organization_id = $1 and wanted = 'loaded' for share`,
};

export const insertRecord: Statement = {
  name: 'insert-demo-record',
  text: 'insert into demo_records (organization_id, kind, key) values ($1, $2, $3)',
};

const USER_FINGERPRINT = `md5(row(u.email, u.name, u.role, u.type, u.license_added, u.crm_auth_status,
    u.calendar_auth_status, u.chat_user_id, u.title, u.crm_department, u.crm_user_role,
    extract(epoch from u.license_assigned_at))::text)`;

export const insertUsers: Statement = {
  name: 'insert-demo-users',
  // Served by the primary key of users.
  text: `insert into demo_records (organization_id, kind, key, fingerprint)
         select $1, 'user', u.email_key, ${USER_FINGERPRINT} from users u
         where u.organization_id = $1 and u.email_key = any($2::text[])`,
};

export const lockUnchangedUsers: Statement = {
  name: 'lock-unchanged-demo-users',
  // Served by the primary keys.
  text: `select u.email_key as key from demo_records d
         join users u on u.organization_id = $1 and u.email_key = d.key
         where d.organization_id = $1 and d.kind = 'user' and d.fingerprint = ${USER_FINGERPRINT}
         order by u.email_key for update of u`,
};

const CRM_FINGERPRINT = `md5(r.name || ' ' || coalesce((
    select string_agg(a.domain, ' ' order by a.domain) from crm_account_domains a
    where r.type = 'ACCOUNT' and a.organization_id = $1 and a.account_id = r.id), ''))`;

export const insertCrmRecords: Statement = {
  name: 'insert-demo-crm-records',
  // Served by the primary key of crm_records.
  text: `insert into demo_records (organization_id, kind, key, fingerprint)
         select $1, 'crm-record', r.type || ' ' || r.id, ${CRM_FINGERPRINT} from crm_records r
         join unnest($2::text[], $3::text[]) as given (type, id) on r.type = given.type and r.id = given.id
         where r.organization_id = $1`,
};

export const lockUnchangedCrmRecords: Statement = {
  name: 'lock-unchanged-demo-crm-records',
  // Served by the primary keys.
  text: `select r.type, r.id from demo_records d
         join crm_records r on r.organization_id = $1
           and r.type = split_part(d.key, ' ', 1) and r.id = split_part(d.key, ' ', 2)
         where d.organization_id = $1 and d.kind = 'crm-record' and d.fingerprint = ${CRM_FINGERPRINT}
         order by r.type, r.id for update of r`,
};

const SIGNAL_FINGERPRINT = `md5(row(s.name, s.context_source, s.version)::text)`;

export const insertSignals: Statement = {
  name: 'insert-demo-signals',
  // Served by the primary key of signals.
  text: `insert into demo_records (organization_id, kind, key, fingerprint)
         select $1, 'signal', s.id::text, ${SIGNAL_FINGERPRINT} from signals s
         where s.organization_id = $1 and s.id = any($2::bigint[])`,
};

export const selectUnchangedSignals: Statement = {
  name: 'select-unchanged-demo-signals',
  // Served by the primary keys. A signal that was only enabled or disabled is unchanged.
  text: `select s.id as key from demo_records d
         join signals s on s.organization_id = $1 and s.id = d.key::bigint
         where d.organization_id = $1 and d.kind = 'signal' and d.fingerprint = ${SIGNAL_FINGERPRINT}
           and s.deleted_at is null
         order by s.id`,
};

export const selectKeys: Statement = {
  name: 'select-demo-keys',
  // Served by the primary key.
  text: 'select key from demo_records where organization_id = $1 and kind = $2 order by key limit $3',
};

export const deleteKeys: Statement = {
  name: 'delete-demo-keys',
  // Served by the primary key.
  text: 'delete from demo_records where organization_id = $1 and kind = $2 and key = any($3::text[])',
};
