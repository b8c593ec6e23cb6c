/** Walks the journey with the client that hey-api makes; test/clients/journey.ts tells what it prints. */
import {
  getMeeting,
  ingestMeeting,
  listDefinitionExecutions,
  listMeetings,
  listPromptExecutions,
  remapMeeting,
} from './generated';
import { client } from './generated/client.gen';

declare const process: { env: Record<string, string> };

const { PARLEY_API, PARLEY_RECEIVER, PARLEY_KEY, PARLEY_SIGNAL } = process.env;
client.setConfig({ baseUrl: PARLEY_API!, auth: PARLEY_KEY!, throwOnError: true });
const FIRST_MS = Date.parse('2026-03-01T09:00:00Z');
const at = (days: number, minutes = 0) => new Date(FIRST_MS + (days * 1440 + minutes) * 60_000).toISOString();
const PEOPLE = [
  { name: 'Ada Park', email: 'ada@parley.example' },
  { name: 'Grace Lund', email: 'grace@acme.example' },
];

function tell(step: string, facts: object): void {
  console.log(JSON.stringify({ step, ...facts }));
}

async function walk(): Promise<void> {
  const ids: string[] = [];
  for (let number = 0; number < 5; number++) {
    const segment = {
      text: 'Shall we start with the numbers?',
      timestampSeconds: 4.25,
      speaker: { name: 'Ada Park' },
    };
    const meeting = {
      id: `call-${number}`,
      title: `Call ${number}`,
      startTime: at(number),
      endTime: at(number, 30),
      host: PEOPLE[0]!,
      attendees: PEOPLE,
      transcript: { segments: [segment] },
    };
    const taken = await ingestMeeting({ baseUrl: PARLEY_RECEIVER!, body: { meeting }, throwOnError: true });
    ids.push(taken.data.meetingId);
  }
  tell('ingest', { meetingIds: ids });

  const one = await getMeeting({ path: { id: Number(ids[0]) }, throwOnError: true });
  tell('read', {
    attendees: one.data.attendees.map(({ name, email }) => [name, email]),
    seconds: one.data.transcript?.entries[0]?.timestampSeconds,
  });

  const found: string[] = [];
  let pages = 1;
  for (let pageNumber = 1; pageNumber <= pages; pageNumber++) {
    const page = await listMeetings({
      query: {
        from: at(0),
        to: at(30),
        attendeeEmailAddresses: PEOPLE.map(({ email }) => email),
        sourceTypes: ['USER_PROVIDED', 'ZOOM'],
        pageSize: 2,
        pageNumber,
      },
      throwOnError: true,
    });
    pages = page.data.pageCount;
    found.push(...page.data.meetings.map(({ id }) => id));
  }
  tell('list', { ids: found, pages });

  const accepted = await remapMeeting({
    body: {
      meetingDetails: { serviceMeetingId: Number(ids[0]) },
      salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
    },
    throwOnError: true,
  });
  tell('remap', accepted.data);

  const query = { executionFrom: at(0), pageSize: 50 };
  const signal = Number(PARLEY_SIGNAL);
  const lists = {
    v1: () => listPromptExecutions({ path: { promptId: signal }, query, throwOnError: true }),
    v2: () => listDefinitionExecutions({ path: { definitionId: signal }, query, throwOnError: true }),
  };
  for (const [step, list] of Object.entries(lists)) {
    const deadlineMs = Date.now() + 60_000;
    let executions = await list();
    while (executions.data.signals.length < ids.length && Date.now() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      executions = await list();
    }
    tell(step, { sourceIds: executions.data.signals.map(({ sourceId }) => sourceId) });
  }

  const refused = await getMeeting({ path: { id: 999_999_999 }, throwOnError: false });
  tell('error', { status: refused.response?.status, message: refused.error?.error });
}

void walk();
