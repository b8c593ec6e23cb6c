import { ingestedMeeting } from '../data/meetings.ts';
import { ID_MARK, type PageAsk, splitAtId } from '../workloads.ts';
import { type Peer, type PeerContext, type PeerMeeting, withoutNulls } from './peer.ts';

/** PostGraphile 5, called with one GraphQL query for a page; bench/peers/postgraphile.ts. */
export const postgraphile: Peer = {
  name: 'postgraphile',
  title: 'PostGraphile',
  package: 'postgraphile',
  args: ['postgraphile.ts'],
  env: ({ database, port }) => ({
    DATABASE_URL: database.url,
    PORT: `${port}`,
    GRAPHILE_ENV: 'production',
    NODE_ENV: 'production',
  }),
  readyPath: `/graphql?query=${encodeURIComponent('{__typename}')}`,
  request: (ask, context) => ({
    url: `${context.url}/graphql`,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Encoding': typeof ask === 'object' ? ask.encoding : 'identity',
    },
    body: ask === 'ingest' ? ingest(context) : JSON.stringify(page(ask, context)),
  }),
  read: (answer, { pageSize }) => {
    const { data } = JSON.parse(`${answer}`) as { data?: { list: Connection } };
    if (!data) throw new Error(`PostGraphile answered ${answer}`);
    const { totalCount, nodes } = data.list;
    const pageCount = Math.ceil(totalCount / pageSize);
    if ('triggeredAt' in nodes[0]!) return { signals: nodes.map(toExecution), pageCount };
    return { meetings: nodes as PeerMeeting[], pageCount };
  },
};

type Connection = { totalCount: number; nodes: (PeerMeeting | Execution)[] };
type Execution = { triggeredAt: string };

const FIELDS = {
  meetings: 'rowId title startTime endTime hostEmail hostName attendees crmAccountId transcript',
  executions: `signalId signalName triggeredAt sourceId sourceType sourceTitle prompt reason hostEmail attendeeEmails
    crmAccountId crmAccountName`,
};

/** The query has a fixed text, so that its plan is cached; the parameters are variables. */
function page({ list, from, to, pageSize, pageNumber }: PageAsk, { organizationId, signalId }: PeerContext) {
  const variables = {
    organizationId,
    signalId,
    from,
    to,
    first: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
  const [field, condition, window] = {
    meetings: [
      'allMeetings',
      'organizationId: $organizationId',
      `startTime: { greaterThanOrEqualTo: $from }${to ? ', endTime: { lessThanOrEqualTo: $to }' : ''}`,
    ],
    executions: [
      'allExecutions',
      'organizationId: $organizationId, signalId: $signalId',
      `triggeredAt: { greaterThanOrEqualTo: $from${to ? ', lessThanOrEqualTo: $to' : ''} }`,
    ],
  }[list] as [string, string, string];
  const at = list === 'meetings' ? 'START_TIME' : 'TRIGGERED_AT';
  const declared = [
    '$organizationId: Int!, $from: Datetime!, $first: Int!, $offset: Int!',
    ...(to ? ['$to: Datetime!'] : []),
    ...(list === 'executions' ? ['$signalId: Int!'] : []),
  ];
  return {
    query: `query (${declared.join(', ')}) {
      list: ${field}(condition: { ${condition} }, filter: { ${window} },
        orderBy: [${at}_ASC, ROW_ID_ASC], first: $first, offset: $offset) { totalCount nodes { ${FIELDS[list]} } }
    }`,
    variables,
  };
}

/** Returns the row of a meeting: the request is stored unchanged. */
function ingest({ organizationId }: PeerContext) {
  const { meeting } = ingestedMeeting(ID_MARK);
  const row = {
    organizationId,
    externalId: meeting.id,
    title: meeting.title,
    startTime: meeting.startTime,
    endTime: meeting.endTime,
    hostEmail: meeting.host.email,
    hostName: meeting.host.name,
    attendees: meeting.attendees,
    crmAccountId: meeting.salesforceAccountId,
    callUrl: meeting.callUrl,
    transcript: { entries: meeting.transcript!.segments },
  };
  const query =
    'mutation ($meeting: MeetingInput!) { createMeeting(input: { meeting: $meeting }) { meeting { rowId } } }';
  return splitAtId(JSON.stringify({ query, variables: { meeting: row } }));
}

function toExecution(node: PeerMeeting | Execution): object {
  const { triggeredAt } = node as Execution;
  return withoutNulls({ ...node, triggeredAt: new Date(triggeredAt).toISOString().replace('.000Z', 'Z') });
}
