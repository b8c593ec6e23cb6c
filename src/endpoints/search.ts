import {
  formatSearchCursor,
  MAX_SEARCH_CURSOR_CHARACTERS,
  parseSearchCursor,
} from '../domain/search/search-cursor.ts';
import { searchMeetings } from '../domain/search/search-meetings.ts';
import { MAX_CANDIDATES, searchPeople } from '../domain/search/search-people.ts';
import { MAX_PAGE_SIZE } from '../http/paging.ts';
import { integer, required, shortText, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { DateTime, Email, Text } from './schemas/common.ts';

/** The hits of each kind that a list under a search field shows. */
const DEFAULT_HITS = 10;

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
    `${MAX_CANDIDATES} such addresses are considered), or if every word of the query is the beginning of a word of the name, as ` +
    'users have it or as the newest 1,000 meetings give it. At most `pageSize` of each are ' +
    'returned, those with the newest meeting first. Further pages have only meetings. Ingested meetings can be found at ' +
    'once.',
  query: {
    query: required(shortText({ description: 'The text that was typed.', example: 'quarterly rev' })),
    pageSize: withFallback(
      integer({
        description: 'The most meetings, and the most people, to return.',
        minimum: 1,
        maximum: MAX_PAGE_SIZE,
        example: 25,
      }),
      DEFAULT_HITS,
    ),
    after: shortText({
      description: '`next` of the page before, for the same query.',
      maxLength: MAX_SEARCH_CURSOR_CHARACTERS,
    }),
  },
  answers: {
    200: {
      description: 'The matches.',
      schema: Type.Object(
        {
          meetings: Type.Array(FoundMeeting),
          people: Type.Array(FoundPerson, { description: 'The people; on the first page only.' }),
          next: Type.Optional(Text('Cursor of the next page of meetings; omitted on the last one.')),
        },
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
  async handle({ query: { query, pageSize, after }, caller: { organizationId } }, { db }) {
    const place = after === undefined ? undefined : parseSearchCursor(query, after);
    if (after !== undefined && !place) {
      throw new Fault('invalid', 'after must be `next` of a page of the same query');
    }
    const [{ meetings, next }, people] = await Promise.all([
      searchMeetings(db.brief, organizationId, query, { limit: pageSize, after: place }),
      place ? [] : searchPeople(db.brief, organizationId, query, pageSize),
    ]);
    return { status: 200, body: { meetings, people, next: next && formatSearchCursor(query, next) } };
  },
});
