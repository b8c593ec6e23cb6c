-- Complete backups that were made of this database, the newest 100. They are not part of a backup.
create table backups (
  -- Its time, so that ids are in the order of time.
  id text collate "C" primary key,
  -- The folder or the bucket, without secrets.
  place text not null,
  -- Everything that was committed before is part of it.
  created_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default now(),
  bytes bigint not null
);

-- The backup that this database was restored from, at most one row. It is written in the transaction that loads the rows.
create table restored_backups (
  is_only boolean primary key default true check (is_only),
  backup_id text not null,
  backup_created_at timestamptz(3) not null,
  restored_at timestamptz(3) not null default now(),
  -- Null while later migrations are still to be applied: the same command continues with them.
  finished_at timestamptz(3)
);
