import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { TestClient } from './client.ts';
import { untilWhileGoing } from './until.ts';

/** Longer than the largest file takes, and the takeover of one whose worker was killed. */
const STALLED_MS = 120_000;

export type ManifestFile = {
  name: string;
  type: string;
  rows: number;
  bytes: number;
  sha256: string;
  url: string;
};

export type Manifest = { schemaVersion: number; changesCursor: string; files: ManifestFile[] };

/** Requests an export, which has to be accepted. @returns its id */
export async function beginExport(client: TestClient, options: object = {}): Promise<string> {
  const answer = await client.post('/v1/exports', { format: 'ndjson', ...options });
  assert.equal(answer.status, 202, answer.text);
  return answer.body.id;
}

/** Waits until an export is done, and returns its manifest. */
export async function manifestOf(client: TestClient, id: string): Promise<Manifest> {
  let progress = '';
  const done = await untilWhileGoing(
    async () => {
      const { body } = await client.get(`/v1/exports/${id}`);
      assert.notEqual(body.state, 'failed', body.reason);
      progress = JSON.stringify(body.progress);
      return body.state === 'done' ? body : undefined;
    },
    () => progress,
    STALLED_MS,
  );
  assert.equal(done.progress.percent, 100);
  return done.manifest;
}

/** Downloads a file, which has to be what the manifest says. */
export async function download({ url, bytes, sha256 }: ManifestFile): Promise<Buffer> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  const content = Buffer.from(await response.arrayBuffer());
  assert.equal(content.length, bytes);
  assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
  return content;
}

/** Downloads the lines of all files, by type, in the order in which they are to be read. */
export async function linesOf({ files }: Manifest): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {};
  for (const file of files) {
    const text = gunzipSync(await download(file)).toString();
    assert.ok(text.endsWith('\n'));
    const own = text.slice(0, -1).split('\n');
    assert.equal(own.length, file.rows, file.name);
    lines[file.type] = [...(lines[file.type] ?? []), ...own];
  }
  return lines;
}

/** Exports, and returns the lines by type. */
export async function exported(
  client: TestClient,
  options: object = {},
): Promise<{ manifest: Manifest; lines: Record<string, string[]> }> {
  const manifest = await manifestOf(client, await beginExport(client, options));
  return { manifest, lines: await linesOf(manifest) };
}

/** The entities of an organization as a reader of exports keeps them: the JSON text of each, by type and id. */
export type Copy = Map<string, string>;

/** Applies the lines of an export to a copy. */
export function applyLines(copy: Copy, lines: Record<string, string[]>): Copy {
  for (const [type, own] of Object.entries(lines)) {
    for (const line of own) {
      const { id, executionId, deleted } = JSON.parse(line);
      const name = `${type} ${executionId ?? id}`;
      if (deleted) copy.delete(name);
      else copy.set(name, line);
    }
  }
  return copy;
}

/** The present state of an organization as GET by id and the feed give it. */
export async function presentState(client: TestClient): Promise<Copy> {
  const copy: Copy = new Map();
  for (let after = 'start', upToDate = false; !upToDate; ) {
    const { body } = await client.get('/v1/changes', { after, limit: '1000', includeData: 'true' });
    for (const item of body.changes) {
      const name = `${item.type} ${item.id}`;
      if (item.change === 'deleted') copy.delete(name);
      else if (item.data) copy.set(name, await textOf(client, item));
    }
    ({ next: after, upToDate } = body);
  }
  return copy;
}

/** Applies the changes after a cursor to a copy, as a reader of the feed does. @returns the cursor after them */
export async function applyChanges(client: TestClient, copy: Copy, after: string): Promise<string> {
  for (let cursor = after; ; ) {
    const { body } = await client.get('/v1/changes', { after: cursor, limit: '1000', includeData: 'true' });
    for (const item of body.changes) {
      const name = `${item.type} ${item.id}`;
      if (item.change === 'deleted' || !item.data) copy.delete(name);
      else copy.set(name, await textOf(client, item));
      if (item.type === 'signal' && item.change === 'deleted') forgetExecutionsOf(copy, item.id);
    }
    cursor = body.next;
    if (body.upToDate) return cursor;
  }
}

/** The deletion of a signal implies that of its executions. */
function forgetExecutionsOf(copy: Copy, signalId: string): void {
  for (const [name, text] of copy) {
    if (name.startsWith('execution ') && `${JSON.parse(text).signalId}` === signalId) copy.delete(name);
  }
}

async function textOf(
  client: TestClient,
  { type, id, data }: { type: string; id: string; data: unknown },
): Promise<string> {
  if (type !== 'meeting') return JSON.stringify(data);
  return (await client.get(`/v1/meetings/${id}`)).text;
}
