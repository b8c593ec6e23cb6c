import {
  ALL_FROM,
  type DataSize,
  EXECUTIONS_WINDOW,
  INGESTED_FROM,
  ingestedMeeting,
  PLAIN_WINDOW,
  transcribedWindow,
} from './data/meetings.ts';
import type { LoadRequest } from './load/load.ts';
import type { RunningService } from './setup/service.ts';

/** A page of a list. Without `to`, the window has no end. */
export type PageAsk = {
  list: 'meetings' | 'executions';
  from: string;
  to?: string;
  pageSize: number;
  pageNumber: number;
  encoding: 'gzip' | 'identity';
};

/** The content of a request, independent of the contender that answers it. */
export type Ask = PageAsk | 'ingest';

/** One kind of request. */
export type Workload<A extends Ask = Ask> = {
  name: string;
  /** The title in the report. */
  title: string;
  ask: A;
};

export type ListWorkload = Workload<PageAsk>;

export const INGEST: Workload = { name: 'ingest', title: 'ingest, transcript of 60 kB', ask: 'ingest' };

/** The window of the meetings that the ingest workloads write. */
export const INGESTED_WINDOW = `from=${INGESTED_FROM}`;

/** A medium and the maximum value of `pageSize`. */
const [USUAL, MOST] = [10, 50];

const usualPage = { pageSize: USUAL, pageNumber: 1, encoding: 'identity' } as const;
const largestPage = { pageSize: MOST, pageNumber: 1, encoding: 'identity' } as const;

/** The names of the lists, without their windows. */
export const LIST_NAMES = [
  'executions',
  'executions-open',
  'list-gzip',
  'list-identity',
  'list',
  'page-first',
  'page-last',
] as const;

/** Returns the pages that are measured, in the order of the run. */
export function listWorkloads(size: DataSize): readonly ListWorkload[] {
  const transcribed = { list: 'meetings', ...transcribedWindow(size), ...usualPage } as const;
  const all = { list: 'meetings', from: ALL_FROM, ...largestPage } as const;
  const lastPage = Math.ceil(size.meetings / MOST);
  const asks: Record<(typeof LIST_NAMES)[number], [title: string, ask: PageAsk]> = {
    executions: ['executions (v2), 10, a month', { list: 'executions', ...EXECUTIONS_WINDOW, ...usualPage }],
    'executions-open': [
      'executions (v2), 10, all, open at the end',
      { list: 'executions', from: ALL_FROM, ...usualPage },
    ],
    'list-gzip': ['meetings, 10 with transcripts of 60 kB, gzip', { ...transcribed, encoding: 'gzip' }],
    'list-identity': ['meetings, 10 with transcripts of 60 kB, identity', transcribed],
    list: ['meetings, 50 without transcripts', { list: 'meetings', ...PLAIN_WINDOW, ...largestPage }],
    'page-first': ['meetings, page 1 of 50 of all', all],
    'page-last': [
      `meetings, page ${lastPage.toLocaleString('en-US')} of 50 of all`,
      { ...all, pageNumber: lastPage },
    ],
  };
  return LIST_NAMES.map((name) => ({ name, title: asks[name][0], ask: asks[name][1] }));
}

/** Returns the HTTP request to the service. */
export function requestTo(
  { apiUrl, receiverUrl, key }: Pick<RunningService, 'apiUrl' | 'receiverUrl' | 'key'>,
  ask: Ask,
  signalId: number,
): LoadRequest {
  if (ask === 'ingest') {
    return {
      url: `${receiverUrl}/v1/user-provided-meeting`,
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: splitAtId(JSON.stringify(ingestedMeeting(ID_MARK))),
    };
  }
  const { list, from, to, pageSize, pageNumber, encoding } = ask;
  const query = (start: string, end: string) =>
    `${start}=${from}${to === undefined ? '' : `&${end}=${to}`}&pageSize=${pageSize}&pageNumber=${pageNumber}`;
  const path = {
    meetings: `/v1/meetings?${query('from', 'to')}`,
    executions: `/v2/signals/${signalId}/executions?${query('executionFrom', 'executionTo')}`,
  }[list];
  const headers = { 'X-API-Key': key, 'Accept-Encoding': encoding };
  return { url: apiUrl + path, method: 'GET', headers };
}

/** The placeholder for the external id, at which a body is split. */
export const ID_MARK = 'id-of-this-request';

/** Returns the text of a body before and after its id, which differs in each request. */
export function splitAtId(text: string): { before: string; after: string } {
  const at = text.indexOf(`"${ID_MARK}"`) + 1;
  return { before: text.slice(0, at), after: text.slice(at + ID_MARK.length) };
}
