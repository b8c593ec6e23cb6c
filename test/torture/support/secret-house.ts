import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { generateKey } from '../../../src/domain/keys/key-format.ts';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import { createTestDatabase, onServer } from '../../support/postgres.ts';
import type { Place } from './find-secrets.ts';
import { keep, type Secrets, startEcho } from './secret-load.ts';

/** Returns a secret that is too long to occur anywhere by chance. */
export const newSecret = () => `s3cr3t${randomBytes(18).toString('hex')}`;

export type House = {
  connection: pg.ClientConfig;
  databaseUrl: string;
  secrets: Secrets;
  key: string;
  /** Two processes of all roles, which share everything. */
  services: ChildService[];
  /** The logs and the output so far. */
  logs: Place[];
  echoUrl: string;
};

/** Starts the service with a unique secret of every kind. */
export async function withHouse<Result>(work: (house: House) => Promise<Result>): Promise<Result> {
  const secrets: Secrets = new Map();
  const database = await createTestDatabase();
  const password = keep(secrets, 'database password', newSecret());
  const role = `parley_torture_${randomBytes(6).toString('hex')}`;
  await onServer(`create role ${role} login superuser password '${password}'`);
  const databaseUrl = database.url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?/, `$1${role}:${password}@`);
  const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  const echo = await startEcho();
  const key = keep(secrets, 'API keys', generateKey());
  const logs: Place[] = [];
  const services: ChildService[] = [];
  const start = async (name: string) => {
    const log = { name: `log of ${name}`, text: '' };
    logs.push(log);
    const env = {
      PARLEY_DATA_DIR: folder,
      PARLEY_LOG_LEVEL: 'trace',
      PARLEY_FETCH_ALLOW: '127.0.0.1',
      PARLEY_AI_PROVIDER: 'openai-compatible',
      PARLEY_AI_BASE_URL: echo.url,
      PARLEY_AI_MODEL: 'echo',
      PARLEY_AI_API_KEY: keep(secrets, 'AI key', newSecret()),
    };
    const onSaid = (text: string) => {
      log.text += text;
    };
    services.push(await startChildService({ databaseUrl, key, env, onSaid }));
  };
  try {
    await start('one');
    await start('other');
    return await work({
      connection: database.connection,
      databaseUrl,
      secrets,
      key,
      services,
      logs,
      echoUrl: echo.url,
    });
  } finally {
    await Promise.all(services.map((one) => one.kill()));
    echo.close();
    await database.drop();
    await onServer(`drop role ${role}`);
    await rm(folder, { recursive: true, force: true });
  }
}
