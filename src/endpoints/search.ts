import Type from 'typebox';
import { searchMeetings } from '../domain/search/search-meetings.ts';
import { MAX_CANDIDATES, searchPeople } from '../domain/search/search-people.ts';
import { required, shortText } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { DateTime, Email, Text } from './schemas/common.ts';

/** The most hits that a list under a search field shows. */
const MAX_HITS = 10;

const FoundMeeting = Type.Object(
  {
    id: Text('Identifier of the meeting: a whole number as text.'),
    title: Text('Its title.'),
    startTime: DateTime('Its start, in UTC.'),
    hostName: Type.Optional(Text('Name of the host.')),
    hostEmail: Email('Address of the host.'),
  },
  { title: 'FoundMeeting' },
);

const FoundPerson = Type.Object(
  {
    email: Email('Address of the person.'),
    name: Type.Optional(Text('Name, as in the newest of their meetings.')),
  },
  { title: 'FoundPerson' },
);

export const searchEndpoint = defineEndpoint({
  operationId: 'search',
  address: 'api',
  method: 'GET',
  path: '/v1/search',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Search meetings and people',
  description:
    'Returns matches while somebody types into a search field. A meeting matches if every word of the query is the ' +
    'beginning of a word of its title; case and accents are ignored, and only the first 500 characters of a long title ' +
    'count. A participant of meetings matches if the address begins with the query (only the first ' +
    `${MAX_CANDIDATES} such addresses are considered), or, for users, if the name does. At most ${MAX_HITS} of each are ` +
    'returned, those with the newest meeting first. Ingested meetings can be found at once.',
  query: {
    query: required(shortText({ description: 'The text that was typed.', example: 'quarterly rev' })),
  },
  answers: {
    200: {
      description: 'The matches.',
      schema: Type.Object(
        { meetings: Type.Array(FoundMeeting), people: Type.Array(FoundPerson) },
        { title: 'SearchResult' },
      ),
      example: {
        meetings: [
          {
            id: '1042',
            title: 'Acme: quarterly review',
            startTime: '2026-01-31T09:30:00Z',
            hostName: 'Ada Park',
            hostEmail: 'ada@parley.example',
          },
        ],
        people: [{ email: 'grace@acme.example', name: 'Grace Lund' }],
      },
    },
  },
  async handle({ query: { query }, caller: { organizationId } }, { db }) {
    const [meetings, people] = await Promise.all([
      searchMeetings(db.brief, organizationId, query, MAX_HITS),
      searchPeople(db.brief, organizationId, query, MAX_HITS),
    ]);
    return { status: 200, body: { meetings, people } };
  },
});
