import { pickWord } from '../../../bench/data/words.ts';
import type { Address } from '../../../src/http/endpoint.ts';
import { seededRandom } from '../../support/random.ts';
import { bodyOf, LARGE_START, largeMeeting } from './large-meetings.ts';

/** A request of a flood, which is sent repeatedly. */
export type FloodRequest = {
  address: Address;
  method: 'GET' | 'POST';
  target: string;
  contentType?: string;
  body?: Buffer;
};

/** One kind of request with which an organization floods the service. */
export type Flood = {
  name: string;
  /** The number of concurrent requests. */
  concurrency: number;
  /** Returns a request. @param number the number of earlier requests */
  request(number: number): FloodRequest;
};

/** The stored data of the organization that floods. */
export type FloodedData = { largeMeetingId: string; signalId: number };

export const FLOOD_NAMES = [
  'searches over 6,000 months',
  'meetings of 10,000 attendees',
  'bodies of 5 MB',
  'wide windows',
  'imported files',
  'drafts of signals',
  'searches in what was said',
  'questions',
] as const;

const ATTENDEES = 10_000;
const LONG_AGO = '1600-01-01T00:00:00Z';

/**
 * Returns the floods; large bodies are generated once.
 * @param scale the number of concurrent requests in relation to the full form
 */
export function createFloods(seed: number, data: FloodedData, scale: number): Flood[] {
  const requests: Record<(typeof FLOOD_NAMES)[number], [number, (number: number) => FloodRequest]> = {
    'searches over 6,000 months': [40, () => get('/v1/search?query=nowhere%20to%20be%20found')],
    'meetings of 10,000 attendees': [16, attendeeMeetings()],
    'bodies of 5 MB': [12, largeBodies(seed)],
    'wide windows': [24, wideWindows(data)],
    'imported files': [8, importedFiles(seed)],
    'searches in what was said': [24, momentSearches()],
    questions: [24, questions()],
    'drafts of signals': [8, () => post('api', '/admin/v1/signals/try', draftOf(data))],
  };
  return FLOOD_NAMES.map((name) => ({
    name,
    concurrency: Math.ceil(requests[name][0] * scale),
    request: requests[name][1],
  }));
}

const get = (target: string): FloodRequest => ({ address: 'api', method: 'GET', target });

const post = (address: Address, target: string, body: Buffer | object): FloodRequest => ({
  address,
  method: 'POST',
  target,
  contentType: 'application/json',
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
});

function attendeeMeetings() {
  const attendees = Array.from({ length: ATTENDEES }, (_, index) => ({
    name: `Attendee ${index}`,
    email: `attendee${index}@webinar.example`,
  }));
  const times = { startTime: '2026-01-31T09:00:00Z', endTime: '2026-01-31T10:00:00Z' };
  const text = JSON.stringify({
    meeting: { id: '#ID#', title: 'Webinar', ...times, host: { email: 'ada@parley.example' }, attendees },
    processImportedMeeting: false,
  });
  const ingest = (number: number) => Buffer.from(text.replace('#ID#', `webinar-${number}`));
  return (number: number) => post('receiver', '/v1/user-provided-meeting', ingest(number));
}

function largeBodies(seed: number) {
  const large = largeMeeting(seed);
  return (number: number) =>
    post('receiver', '/v1/user-provided-meeting', Buffer.concat(bodyOf(large, `large-${number}`)));
}

function wideWindows({ signalId }: FloodedData) {
  const targets = [
    `/v1/meetings?from=${LONG_AGO}&pageSize=50`,
    `/v1/meetings?from=${LARGE_START}&pageSize=50`,
    `/v1/meetings/activity?from=2025-12-01T00:00:00Z&to=2026-12-01T00:00:00Z`,
    `/v1/signals/${signalId}/coverage?from=${LONG_AGO}`,
    `/v2/executions?executionFrom=${LONG_AGO}&pageSize=50`,
    `/v1/emails?from=${LONG_AGO}&pageSize=50`,
    '/v1/users?pageSize=50',
    '/admin/v1/audit',
  ];
  return (number: number) => get(targets[number % targets.length]!);
}

const IMPORTED_CUES = 20_000;

function importedFiles(seed: number) {
  const random = seededRandom(seed);
  const at = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = Array.from(
    { length: IMPORTED_CUES },
    (_, index) =>
      `${at(index)} --> ${at(index + 1)}\n<v Ada Park>${Array.from({ length: 12 }, () => pickWord(random)).join(' ')}\n`,
  );
  const body = Buffer.from(`WEBVTT\n\n${cues.join('\n')}`);
  const about = 'startTime=2026-01-31T09:00:00Z&hostEmail=ada@parley.example&processImportedMeeting=false';
  return (number: number): FloodRequest => ({
    address: 'api',
    method: 'POST',
    target: `/v1/meetings/import?fileName=call-${number}.vtt&${about}`,
    contentType: 'text/vtt',
    body,
  });
}

/** Words that most entries have, together and as phrases, by both orders and from speakers who may be anybody. */
function momentSearches() {
  const targets = [
    'query=price&order=relevance&pageSize=50',
    'query=price+contract+the+-budget&pageSize=50',
    'query=%22the+price+of+the+contract%22&order=relevance&pageSize=50',
    'query=a*+co*&pageSize=50',
    'query=contract&side=external&pageSize=50',
  ];
  return (number: number) => get(`/v1/moments?${targets[number % targets.length]}`);
}

/** Questions of many common words, and such as are answered from the newest meetings. */
function questions() {
  const asked = [
    'What did they say about the price of the contract, the budget and the next meeting?',
    'Why?',
    'price contract budget meeting customer team week question '.repeat(16).trim(),
  ];
  return (number: number) => post('api', '/v1/ask', { question: asked[number % asked.length] });
}

const draftOf = ({ largeMeetingId }: FloodedData) => ({
  prompt: 'Did anybody speak about the price of the contract?',
  meetingId: largeMeetingId,
});
