/** Walks the journey with @parley/client as it is packed, on the least TypeScript; test/clients/journey.ts tells what it prints. */
import { createClient, type Meeting, ParleyError, unwrap } from '@parley/client';

declare const process: { env: Record<string, string> };

const { PARLEY_API, PARLEY_RECEIVER, PARLEY_KEY, PARLEY_SIGNAL } = process.env;
const client = createClient({ baseUrl: PARLEY_API!, receiverUrl: PARLEY_RECEIVER!, apiKey: PARLEY_KEY! });
const FIRST_MS = Date.parse('2026-03-01T09:00:00Z');
const at = (days: number, minutes = 0) => new Date(FIRST_MS + (days * 1440 + minutes) * 60_000).toISOString();
const PEOPLE = [
  { name: 'Ada Park', email: 'ada@parley.example' },
  { name: 'Grace Lund', email: 'grace@acme.example' },
];

function tell(step: string, facts: object): void {
  console.log(JSON.stringify({ step, ...facts }));
}

const ids: string[] = [];
for (let number = 0; number < 5; number++) {
  const text = 'Shall we start with the numbers?';
  const meeting = {
    id: `call-${number}`,
    title: `Call ${number}`,
    startTime: at(number),
    endTime: at(number, 30),
    host: PEOPLE[0]!,
    attendees: PEOPLE,
    transcript: { segments: [{ text, timestampSeconds: 4.25, speaker: { name: 'Ada Park' } }] },
  };
  ids.push((await unwrap(client.POST('/v1/user-provided-meeting', { body: { meeting } }))).meetingId);
}
tell('ingest', { meetingIds: ids });

const path = { id: ids[0]! };
const one = await unwrap(client.GET('/v1/meetings/{id}', { params: { path } }));
tell('read', {
  attendees: one.attendees.map(({ name, email }) => [name, email]),
  seconds: one.transcript?.entries[0]?.timestampSeconds,
});

const found: Meeting[] = [];
let pages = 0;
const attendeeEmailAddresses = PEOPLE.map(({ email }) => email);
const sourceTypes = ['USER_PROVIDED' as const, 'ZOOM' as const];
const filter = { from: at(0), to: at(30), attendeeEmailAddresses, sourceTypes, pageSize: 2 };
for await (const page of client.pages('/v1/meetings', { params: { query: filter } })) {
  found.push(...page.meetings);
  pages = page.pageCount;
}
tell('list', { ids: found.map(({ id }) => id), pages });

const remap = {
  meetingDetails: { serviceMeetingId: Number(ids[0]) },
  salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
};
tell('remap', await unwrap(client.POST('/v1/meeting/remap', { body: remap })));

const query = { executionFrom: at(0), pageSize: 50 };
const signal = Number(PARLEY_SIGNAL);
const lists = {
  v1: () =>
    client.GET('/v1/signals/{promptId}/executions', { params: { path: { promptId: signal }, query } }),
  v2: () =>
    client.GET('/v2/signals/{definitionId}/executions', {
      params: { path: { definitionId: signal }, query },
    }),
};
for (const [step, list] of Object.entries(lists)) {
  const deadlineMs = Date.now() + 60_000;
  let sourceIds: (string | number)[] = [];
  while (sourceIds.length < ids.length && Date.now() < deadlineMs) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    sourceIds = ((await list()).data?.signals ?? []).map(({ sourceId }) => sourceId);
  }
  tell(step, { sourceIds });
}

try {
  await unwrap(client.GET('/v1/meetings/{id}', { params: { path: { id: 999_999_999 } } }));
} catch (error) {
  if (!(error instanceof ParleyError)) throw error;
  tell('error', { status: error.status, message: error.message });
}
