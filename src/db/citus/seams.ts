/** The bodies that the functions of migrations/0052_nodes.sql have on a distributed database. */
export const DISTRIBUTED_FUNCTIONS = `
  -- Citus commits on the coordinator first and on the workers next. Until then the transaction holds the lock of its id.
  create or replace function committing_transactions() returns xid[] language sql volatile as $$
    select coalesce(array_agg(transactionid), '{}') from pg_locks
    where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted
  $$;

  -- One statement for all nodes: executions are found by their ids, which are unique across organizations.
  create or replace function executions_of_deleted_signals(organization_ids bigint[], execution_ids bigint[])
  returns bigint[] language plpgsql stable as $$
  begin
    return (
      select array_agg(execution.id) from signal_executions execution
      join signals signal on signal.organization_id = execution.organization_id and signal.id = execution.signal_id
      where execution.organization_id = any (organization_ids) and execution.id = any (execution_ids)
        and signal.deleted_at is not null);
  exception when connection_exception then
    -- A node that is away would hold up the changes of all organizations, so its signals count as not deleted.
    return '{}';
  end $$;`;
