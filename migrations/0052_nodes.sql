-- Functions by which a statement asks what differs once the tables are distributed on several nodes; distributing them replaces
-- the bodies (src/db/citus/). On a single server they cost nothing or little.

-- The transactions whose rows can be seen here while what they wrote on other nodes cannot yet: there are none on a single server.
create function committing_transactions() returns xid[] language sql immutable return '{}'::xid[];

-- Of these executions, those whose signal has been deleted; organizations and executions are at the same places.
create function executions_of_deleted_signals(organization_ids bigint[], execution_ids bigint[]) returns bigint[]
language sql stable return (
  select array_agg(execution.id)
  from unnest(organization_ids, execution_ids) as asked (organization_id, id)
  join signal_executions execution on execution.organization_id = asked.organization_id and execution.id = asked.id
  join signals signal on signal.organization_id = execution.organization_id and signal.id = execution.signal_id
  where signal.deleted_at is not null
);
