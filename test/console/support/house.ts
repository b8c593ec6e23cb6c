import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { Config } from '../../../src/config.ts';
import { runParley } from '../../cli/run-parley.ts';
import type { TestClient } from '../../support/client.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { buildConsole } from './build-console.ts';
import { CHROMIUM } from './chromium.ts';
import { type VisitOptions, type Visitor, visit } from './visit.ts';

/** A Parley with its console built, and a browser to look at it. */
export type House = {
  /** The address of the console, without a slash at the end. */
  url: string;
  /** A key of the organization that the browser signs in to, with every scope of an organization. */
  key: string;
  /** Calls the API with that key. */
  client: TestClient;
  /** Calls it with another key. */
  as(key: string): TestClient;
  databaseUrl: string;
  /** The meeting of the demo data that has a recording. */
  heardMeeting: string;
  /** Visits the console, signed in unless `signedOut`. */
  visit(
    options: Omit<VisitOptions, 'cookie'> & { signedOut?: boolean },
    what: (visitor: Visitor) => Promise<void>,
  ): Promise<void>;
  /** A new session's cookie, of this or another key. */
  signIn(key?: string): Promise<string>;
  /** Stops the service; `start` brings it back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Waits until no background job waits or runs. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Builds the console if needed, and starts the service on a separate database, and a browser.
 * @param options.demo loads the invented company with `parley demo`, and waits until its signals have judged it
 * @param options.settings of the service
 */
export async function startHouse({
  demo = false,
  settings = {},
}: {
  demo?: boolean;
  settings?: Partial<Config>;
} = {}): Promise<House> {
  await buildConsole();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-console-test-'));
  const loaded = demo ? await loadDemo(database.url, dataDir) : undefined;
  let service: TestService | undefined = await startService({
    ...settings,
    databaseUrl: database.url,
    dataDir,
  });
  const url = service.apiUrl;
  const receiverPort = Number(new URL(service.receiverUrl).port);
  const key = loaded?.key ?? service.key;
  const { as } = service;
  const client = as(key);
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM! });
  const signIn = (as = key) => newSession(url, as);
  let cookie: string | undefined;
  const house: House = {
    ...{ url, key, client, as, databaseUrl: database.url, heardMeeting: loaded?.heardMeeting ?? '' },
    signIn,
    async visit({ signedOut, ...options }, what) {
      if (!signedOut) cookie ??= await signIn();
      await visit(browser, url, { ...options, ...(signedOut ? {} : { cookie: cookie! }) }, what);
    },
    async stop() {
      await service?.stop();
      service = undefined;
    },
    async start() {
      const ports = { apiPort: Number(new URL(url).port), receiverPort };
      service = await startService({ ...settings, databaseUrl: database.url, dataDir, ...ports });
    },
    settle: () => settle(client),
    async close() {
      await browser.close();
      await service?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  if (demo) await house.settle();
  return house;
}

async function loadDemo(
  databaseUrl: string,
  dataDir: string,
): Promise<{ key: string; heardMeeting: string }> {
  const ran = await runParley(['demo'], { DATABASE_URL: databaseUrl, PARLEY_DATA_DIR: dataDir });
  assert.equal(ran.code, 0, ran.stderr);
  const key = /^ {2}(parley_\S+)$/m.exec(ran.stdout)?.[1];
  const heardMeeting = /\/meetings\/(\d+)$/m.exec(ran.stdout)?.[1];
  assert.ok(key && heardMeeting, ran.stdout);
  return { key, heardMeeting };
}

async function newSession(url: string, key: string): Promise<string> {
  const answer = await fetch(`${url}/admin/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  assert.equal(answer.status, 200, await answer.text());
  const cookie = /parley_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  assert.ok(cookie, 'the session has a cookie');
  return cookie;
}

type JobCounts = { jobs: { waiting: number; running: number }[] };

async function settle(client: TestClient): Promise<void> {
  await until(async () => {
    const { body } = await client.get('/admin/v1/jobs/summary');
    const { jobs } = body as JobCounts;
    return jobs.every(({ waiting, running }) => waiting + running === 0) || undefined;
  }, 60_000);
}
