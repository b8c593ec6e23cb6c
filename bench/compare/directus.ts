import { ingestedMeeting } from '../data/meetings.ts';
import { ID_MARK, type PageAsk, splitAtId } from '../workloads.ts';
import { type Peer, type PeerContext, withoutNulls } from './peer.ts';

/** The program that its command runs after it has asked the registry for newer versions. */
const CLI = ['--import', './without-isolated-vm.ts', 'node_modules/@directus/api/dist/cli/run.js'];

/** Directus on the peers' tables, with their columns unchanged, called with its administrator's fixed token. */
export const directus: Peer = {
  name: 'directus',
  title: 'Directus',
  package: 'directus',
  args: [...CLI, 'start'],
  // It creates its own tables.
  prepare: [...CLI, 'bootstrap'],
  env: ({ database: { environment }, port, key, folder }) => ({
    DB_CLIENT: 'pg',
    DB_HOST: environment.PGHOST!,
    DB_PORT: environment.PGPORT!,
    DB_DATABASE: environment.PGDATABASE!,
    DB_USER: environment.PGUSER!,
    DB_PASSWORD: environment.PGPASSWORD!,
    SECRET: key,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: key,
    ADMIN_TOKEN: key,
    HOST: '127.0.0.1',
    PORT: `${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    MAX_PAYLOAD_SIZE: '5mb',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    EXTENSIONS_PATH: folder,
    STORAGE_LOCAL_ROOT: folder,
  }),
  readyPath: '/server/ping',
  request: (ask, context) => {
    const headers = { Authorization: `Bearer ${context.key}`, 'Content-Type': 'application/json' };
    if (ask === 'ingest') {
      const url = `${context.url}/items/meetings?fields=id`;
      return { url, method: 'POST', headers, body: ingest(context) };
    }
    const url = `${context.url}/items/${ask.list}?${pageQuery(ask, context)}`;
    return { url, method: 'GET', headers: { ...headers, 'Accept-Encoding': ask.encoding } };
  },
  read: (answer, { list, pageSize }) => {
    const { data, meta } = JSON.parse(`${answer}`) as { data: Row[]; meta: { filter_count: number } };
    const pageCount = Math.ceil(meta.filter_count / pageSize);
    if (list === 'executions') return { signals: data.map(toExecution), pageCount };
    const meetings = data.map(({ title, start_time, transcript }) => ({
      ...{ title: title!, startTime: start_time!, transcript: transcript! },
    }));
    return { meetings, pageCount };
  },
};

type Row = Record<string, string> & { transcript?: never };

const FIELDS = {
  meetings: 'id,title,start_time,end_time,host_email,host_name,attendees,crm_account_id,transcript',
  executions:
    'signal_id,signal_name,triggered_at,source_id,source_type,source_title,prompt,reason,host_email,' +
    'attendee_emails,crm_account_id,crm_account_name',
};

function pageQuery(ask: PageAsk, { organizationId, signalId }: PeerContext): URLSearchParams {
  const { list, from, to, pageSize, pageNumber } = ask;
  const [start, end] = list === 'meetings' ? ['start_time', 'end_time'] : ['triggered_at', 'triggered_at'];
  const conditions: object[] = [{ organization_id: { _eq: organizationId } }, { [start!]: { _gte: from } }];
  if (to !== undefined) conditions.push({ [end!]: { _lte: to } });
  if (list === 'executions') conditions.push({ signal_id: { _eq: signalId } });
  return new URLSearchParams({
    filter: JSON.stringify({ _and: conditions }),
    fields: FIELDS[list],
    sort: `${start},id`,
    limit: `${pageSize}`,
    page: `${pageNumber}`,
    meta: 'filter_count',
  });
}

/** Returns the row of a meeting: the request is stored unchanged. */
function ingest({ organizationId }: PeerContext) {
  const { meeting } = ingestedMeeting(ID_MARK);
  return splitAtId(
    JSON.stringify({
      organization_id: organizationId,
      external_id: meeting.id,
      title: meeting.title,
      start_time: meeting.startTime,
      end_time: meeting.endTime,
      host_email: meeting.host.email,
      host_name: meeting.host.name,
      attendees: meeting.attendees,
      crm_account_id: meeting.salesforceAccountId,
      call_url: meeting.callUrl,
      transcript: { entries: meeting.transcript!.segments },
    }),
  );
}

/** Parley's names are those of the columns in another spelling. */
function toExecution(row: Row): object {
  const renamed = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
    name === 'triggered_at' ? new Date(value).toISOString().replace('.000Z', 'Z') : value,
  ]);
  return withoutNulls(Object.fromEntries(renamed));
}
