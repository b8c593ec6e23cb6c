import { recordRead } from '../domain/audit/record-read.ts';
import {
  formatMomentCursor,
  MAX_MOMENT_CURSOR_CHARACTERS,
  parseMomentCursor,
} from '../domain/moments/moment-cursor.ts';
import { type MomentSearch, searchMoments } from '../domain/moments/search-moments.ts';
import type { ShownMoment } from '../domain/moments/sides-of-moments.ts';
import { SIDES } from '../domain/moments/speaker-filter.ts';
import { MAX_QUERY_CHARACTERS } from '../domain/words/parse-query.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../http/paging.ts';
import { integer, oneOf, type ParamValues, required, shortText, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { formatDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import {
  anyCrmIdParams,
  meetingFilterOf,
  meetingFilterParams,
  meetingWindowParams,
} from './meeting-filter.ts';
import { meetingUrl } from './meeting-url.ts';
import { MAX_ID } from './schemas/common.ts';
import { MomentPage, momentPageExample } from './schemas/moment.ts';

export const searchMomentsEndpoint = defineEndpoint({
  operationId: 'searchMoments',
  address: 'api',
  method: 'GET',
  path: '/v1/moments',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Search in what was said',
  description:
    'Returns the transcript entries that have all words of the query, with the entries before and after them. Words ' +
    'match in all their forms, by the rules of the language of the transcript; case, accents and full-width forms do not ' +
    'matter. `"exact phrase"` matches these words next to each other and in this form, `-without` excludes entries with the ' +
    'word, and `prefix*` matches the beginning of a word. In scripts without spaces between words, and in Korean, the ' +
    'characters match wherever they occur next to each other. Very common words, such as *the*, are ignored outside of ' +
    'quotes. Ingested meetings can be found at once.\n\n' +
    'With `order=newest`, the moments of the newest meeting come first, in the order in which they were said. With ' +
    '`order=relevance`, those of the newest 100 meetings with the words are sorted by how well they match. A page may ' +
    'have fewer moments than requested, or none, although more follow: `next` tells.',
  query: {
    query: required(
      shortText({
        description:
          'What to search for. Quotes, minus signs and asterisks have the meaning described above; other punctuation ' +
          'separates words.',
        maxLength: MAX_QUERY_CHARACTERS,
        example: 'renewal "two years" -pilot',
      }),
    ),
    ...meetingWindowParams,
    ...meetingFilterParams,
    ...anyCrmIdParams,
    speaker: shortText({
      description:
        'Only entries of this speaker: the name or words of it, in any case, or the e-mail address of an attendee or the host.',
      maxLength: 320,
      example: 'grace@acme.example',
    }),
    side: oneOf({
      description:
        "Only entries of speakers who belong to the organization, or who don't, as far as it is known.",
      values: SIDES,
    }),
    meetingId: integer({
      description: 'Only moments of this meeting.',
      minimum: 1,
      maximum: MAX_ID,
      example: 1042,
    }),
    order: withFallback(
      oneOf({ description: 'The order of the moments.', values: ['newest', 'relevance'] }),
      'newest',
    ),
    pageSize: withFallback(
      integer({ description: 'Moments per page.', minimum: 1, maximum: MAX_PAGE_SIZE, example: 25 }),
      DEFAULT_PAGE_SIZE,
    ),
    after: shortText({
      description: '`next` of the page before, for the same query, filters and order.',
      maxLength: MAX_MOMENT_CURSOR_CHARACTERS,
    }),
  },
  answers: {
    200: { description: 'A page of moments.', schema: MomentPage, example: momentPageExample },
  },
  async handle({ query, caller, requestId }, deps) {
    const search = { ...searchOf(query), after: undefined };
    const identity = JSON.stringify([caller.organizationId, search.query, search.filter, search.order]);
    const after = query.after === undefined ? undefined : parseMomentCursor(identity, query.after);
    if (query.after !== undefined && !after) {
      throw new Fault('invalid', 'after must be `next` of a page of the same query, filters and order');
    }
    const page = await searchMoments(deps, caller.organizationId, { ...search, after });
    if (deps.auditReads && page.moments.length > 0) {
      const meetingIds = [...new Set(page.moments.map(({ meeting }) => meeting.id))];
      const subject = `${meetingIds.length} meetings`;
      await recordRead(deps, { ...caller, requestId }, 'meeting.search', subject, { meetingIds });
    }
    return {
      status: 200,
      body: {
        moments: page.moments.map((moment) => present(moment, deps.publicUrl)),
        meetingCount: page.meetingCount,
        meetingCountIsUpperBound: page.isCountExact ? undefined : true,
        unindexedMeetings: page.unindexed || undefined,
        next: page.next && formatMomentCursor(identity, page.next),
      },
    };
  },
});

type Query = ParamValues<typeof meetingWindowParams & typeof meetingFilterParams> & {
  query: string;
  speaker: string | undefined;
  side: (typeof SIDES)[number] | undefined;
  meetingId: number | undefined;
  order: string;
  pageSize: number;
};

function searchOf(query: Query): Omit<MomentSearch, 'after'> {
  return {
    query: query.query,
    order: query.order === 'relevance' ? 'relevance' : 'newest',
    limit: query.pageSize,
    filter: {
      ...meetingFilterOf(query),
      speaker: query.speaker,
      side: query.side,
      meetingIds: query.meetingId === undefined ? undefined : [query.meetingId],
    },
  };
}

function present(moment: ShownMoment, publicUrl: string) {
  const { meeting, entryIndex, entry, match, before, after } = moment;
  const { timestampSeconds, speaker, text: said } = entry;
  return {
    meetingId: `${meeting.id}`,
    title: meeting.title,
    startTime: formatDateTime(meeting.startMs),
    entryIndex,
    timestampSeconds,
    speaker,
    text: said,
    highlights: match.highlights,
    before: before?.text,
    after: after?.text,
    url: meetingUrl(publicUrl, meeting.id, { entryIndex, timestampSeconds }),
  };
}
