import type { Database, Queries, Statement } from '../../db/database.ts';
import { recordForAll } from '../audit/record-audit.ts';
import type { BackupManifest } from './backup-files.ts';

/** The number of backups that the database remembers. */
const REMEMBERED = 100;

const insertBackup: Statement = {
  name: 'insert-backup',
  text: `insert into backups (id, place, created_at, bytes) values ($1, $2, $3, $4)`,
};

const forgetBackups: Statement = {
  name: 'forget-backups',
  // Served by the primary key: ids are in the order of time.
  text: 'delete from backups where id <= (select id from backups order by id desc offset $1 limit 1)',
};

const selectLast: Statement = {
  name: 'select-last-backup',
  // Served by the primary key.
  text: `select id, place, created_at as "createdAt", finished_at as "finishedAt", bytes from backups
         order by id desc limit 1`,
};

/** A complete backup of this database; times are milliseconds since the epoch. */
export type DoneBackup = { id: string; place: string; createdAt: number; finishedAt: number; bytes: number };

/**
 * Remembers a complete backup, and records it in the audit of every organization, because everything has left the database.
 * @param place where it is, without secrets
 */
export async function recordBackup(
  db: Database,
  { id, createdAt, tables, recordings }: BackupManifest,
  place: string,
): Promise<void> {
  const bytes = tables.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
  await db.transaction(async (tx) => {
    await tx.query(insertBackup, [id, place, createdAt, bytes + (recordings?.bytes ?? 0)]);
    await tx.query(forgetBackups, [REMEMBERED]);
    await recordForAll(tx, 'backup.create', `backup ${id}`);
  });
}

/** @returns undefined if no backup was made */
export async function readLastBackup(db: Queries): Promise<DoneBackup | undefined> {
  return (await db.query<DoneBackup>(selectLast, []))[0];
}
