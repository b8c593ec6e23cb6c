import type { Database } from '../src/db/database.ts';
import { INGESTED_FROM, ingestedMeeting, PLAIN, TRANSCRIBED } from './data/meetings.ts';
import { recordIngest } from './limit/ingest-limit.ts';
import { recordList } from './limit/list-limit.ts';
import type { Script } from './limit/script.ts';
import type { LoadRequest } from './load/load.ts';
import type { RunningService } from './setup/service.ts';

/** Where a workload finds what it reads and writes. */
export type Place = { service: RunningService; db: Database; organizationId: number };

/** One kind of request, and what it costs PostgreSQL alone. */
export type Workload = {
  name: string;
  /** For the report. */
  title: string;
  request: (service: RunningService) => LoadRequest;
  limit: (place: Place) => Promise<Script>;
};

/** A page of meetings. */
export type ListWorkload = Workload & {
  page: { name: string; from: string; to: string; pageSize: number };
};

export const listPlain = listWorkload({
  name: 'list',
  title: 'list, 50 without transcripts',
  range: PLAIN,
  pageSize: 50,
  encoding: 'identity',
});

export const listGzip = listWorkload({
  name: 'list-gzip',
  title: 'list, 10 with transcripts of 60 kB, gzip',
  range: TRANSCRIBED,
  pageSize: 10,
  encoding: 'gzip',
});

export const listIdentity = listWorkload({
  name: 'list-identity',
  title: 'list, 10 with transcripts of 60 kB, identity',
  range: TRANSCRIBED,
  pageSize: 10,
  encoding: 'identity',
});

export const ingest: Workload = {
  name: 'ingest',
  title: 'ingest, transcript of 60 kB',
  request: ({ receiverUrl, key }) => ({
    url: `${receiverUrl}/v1/user-provided-meeting`,
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: splitAtId(),
  }),
  limit: ({ db, organizationId }) => recordIngest(db, organizationId, 'ingest'),
};

/** The window that holds what the ingest workload writes. */
export const INGESTED_WINDOW = `from=${INGESTED_FROM}`;

export const listWorkloads: readonly ListWorkload[] = [listPlain, listGzip, listIdentity];

/** In the order of their run: the one that writes is the last. */
export const workloads: readonly Workload[] = [...listWorkloads, ingest];

function listWorkload(options: {
  name: string;
  title: string;
  range: typeof PLAIN;
  pageSize: number;
  encoding: 'gzip' | 'identity';
}): ListWorkload {
  const { name, title, range, pageSize, encoding } = options;
  const page = { name, from: range.windowFrom, to: range.windowTo, pageSize };
  return {
    name,
    title,
    page,
    request: ({ apiUrl, key }) => ({
      url: `${apiUrl}/v1/meetings?from=${page.from}&to=${page.to}&pageSize=${pageSize}`,
      method: 'GET',
      headers: { 'X-API-Key': key, 'Accept-Encoding': encoding },
    }),
    limit: async ({ db, organizationId }) => (await recordList(db, organizationId, page)).script,
  };
}

/** The body's text before and after its external id, which each request has another of. */
function splitAtId(): { before: string; after: string } {
  const mark = 'id-of-this-request';
  const [before, after] = JSON.stringify(ingestedMeeting(mark)).split(`"id":"${mark}"`);
  return { before: `${before}"id":"`, after: `"${after}` };
}
