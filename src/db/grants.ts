import type pg from 'pg';

/**
 * The rights of a role that serves but owns nothing: it reads and writes rows and can change no table. `lacking` makes one
 * statement for each right that it does not have yet. Tables, sequences and functions are Parley's if they are in its schema
 * and belong to the owner of schema_migrations.
 */
const LACKING = `
  with parley as (
    select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations')
  ), schemas as (
    select n.oid, n.nspname, parley.relowner from parley
    join pg_namespace n on n.oid = parley.relnamespace
  ), tables as (
    select c.oid, n.nspname, c.relname, wanted.privilege
    from schemas n
    join pg_class c on c.relnamespace = n.oid and c.relowner = n.relowner and c.relkind in ('r', 'p')
    cross join unnest(case
      -- What was applied, and how long the audit is kept, is the owner's to record, and what was done is never changed.
      when c.relname in ('schema_migrations', 'audit_retention') then array['select']
      when c.relname = 'audit_records' then array['select', 'insert']
      else array['select', 'insert', 'update', 'delete'] end) wanted (privilege)
  ), lacking (statement, what) as (
    select format('grant usage on schema %I to %I', nspname, $1::name), format('usage of schema %s', nspname)
    from schemas where not has_schema_privilege($1::name, oid, 'usage')
    union all
    select format('grant %s on table %I.%I to %I', string_agg(privilege, ', '), nspname, relname, $1::name),
      format('%s on table %s.%s', string_agg(privilege, ', '), nspname, relname)
    from tables where not has_table_privilege($1::name, oid, privilege) group by nspname, relname
    union all
    select format('grant usage on sequence %I.%I to %I', n.nspname, c.relname, $1::name),
      format('usage of sequence %s.%s', n.nspname, c.relname)
    from schemas n join pg_class c on c.relnamespace = n.oid and c.relowner = n.relowner
    where case c.relkind when 'S' then not has_sequence_privilege($1::name, c.oid, 'usage') else false end
    union all
    select format('grant execute on function %s to %I', p.oid::regprocedure, $1::name),
      format('execute on function %s', p.oid::regprocedure)
    from schemas n join pg_proc p on p.pronamespace = n.oid and p.proowner = n.relowner
    where p.prokind = 'f' and not has_function_privilege($1::name, p.oid, 'execute')
  )
  select statement, what from lacking order by what`;

/**
 * Roles that were granted these rights before: they alone may add to the audit without owning it. Whoever was granted no more
 * than to read, as a program for reports, is not one of them.
 */
const GRANTED = `
  select distinct pg_get_userbyid(acl.grantee) as role
  from pg_class c cross join aclexplode(c.relacl) acl
  where c.oid = to_regclass('audit_records') and acl.privilege_type = 'INSERT'
    and acl.grantee not in (0, c.relowner)`;

/** The rights that a role lacks to serve, in words; empty where it has all of it, as the owner does. */
export async function lackingRights(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(LACKING, [role]);
  return rows.map(({ what }) => what);
}

/**
 * Grants a role what it lacks to serve.
 * @returns how many grants there were to make
 * @throws where there is no such role
 */
export async function grantRights(client: pg.ClientBase, role: string): Promise<number> {
  const { rows: found } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.length === 0) {
    throw new Error(`There is no database role ${JSON.stringify(role)}: create it first, with LOGIN alone`);
  }
  const { rows } = await client.query<{ statement: string }>(LACKING, [role]);
  for (const { statement } of rows) await client.query(statement);
  return rows.length;
}

/** Grants the roles that serve without being the owner what is new. */
export async function renewGrants(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string }>(GRANTED);
  for (const { role } of rows) await grantRights(client, role);
}
