import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionAs, connectionTo, onServer, serverConnection, urlOf } from './postgres.ts';

/** An empty database whose owner is not a superuser, and a role without privileges. */
export type OwnedDatabase = {
  name: string;
  /** Names of the roles. */
  owner: string;
  app: string;
  ownerUrl: string;
  appUrl: string;
  /** Runs one statement as one of the roles. @throws the errors of PostgreSQL */
  as(role: 'owner' | 'app' | 'superuser', sql: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
};

/** The password of both roles. */
export const PASSWORD = 'only-here';

/** @param server with a superuser; by default the tests' own */
export async function createOwnedDatabase(server = serverConnection()): Promise<OwnedDatabase> {
  const name = `parley_roles_${randomBytes(6).toString('hex')}`;
  const [owner, app] = [`${name}_owner`, `${name}_app`];
  for (const role of [owner, app]) await onServer(`create role ${role} login password '${PASSWORD}'`, server);
  await onServer(`create database ${name} owner ${owner} template template0 encoding 'UTF8'`, server);
  const connection = connectionTo(name, server);
  const of = (user: string) => connectionAs({ user, password: PASSWORD }, connection);
  const connections = { owner: of(owner), app: of(app), superuser: connection };
  return {
    name,
    owner,
    app,
    ownerUrl: urlOf(connections.owner),
    appUrl: urlOf(connections.app),
    async as(role, sql) {
      const client = new pg.Client(connections[role]);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    async drop() {
      await onServer(`drop database if exists ${name} with (force)`, server);
      for (const role of [owner, app]) await onServer(`drop role ${role}`, server);
    },
  };
}
