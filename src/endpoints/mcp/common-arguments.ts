import { SOURCE_TYPES } from '../../domain/meetings/source-types.ts';
import { MAX_PAGE_SIZE } from '../../http/paging.ts';
import { codeList, emailList, integer, type Param, shortText } from '../../http/params.ts';
import { DATE_TIME_FORM, parseDateTime } from '../../lib/time.ts';
import { MAX_ID } from '../schemas/common.ts';

const MAX_CRM_ID_LENGTH = 255;
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A time, as milliseconds since the epoch. A day stands for its beginning in UTC, or for its end. */
function time(description: string, edge: 'begin' | 'end', notBefore?: string): Param<number | undefined> {
  return {
    notBefore,
    schema: { type: 'string' },
    description,
    required: false,
    takes: `${DATE_TIME_FORM}, or a day such as 2026-01-31`,
    parse(text) {
      if (!DAY.test(text)) return parseDateTime(text);
      const begin = parseDateTime(`${text}T00:00:00Z`);
      return begin === undefined || edge === 'begin' ? begin : begin + DAY_MS - 1;
    },
  };
}

export const windowStart = (description = '') => time(description, 'begin');
export const windowEnd = (start: string) => time('', 'end', start);

/** A meeting, and the entry that a citation names. */
type CitedMeeting = { id: number; entry?: number };

/** The id of a meeting, or a citation of one of its entries. */
export const citedMeeting: Param<CitedMeeting | undefined> = {
  schema: { type: 'string' },
  description: '',
  required: false,
  takes: 'the id of a meeting, for example 1042',
  parse(text) {
    const [, digits, entry] = /^(?:meeting:)?(\d{1,16})(?:#(\d{1,9})?.*)?$/.exec(text) ?? [];
    const id = Number(digits);
    if (digits === undefined || id < 1 || id > MAX_ID) return undefined;
    return entry === undefined ? { id } : { id, entry: Number(entry) };
  },
};

/** The same for tools that are about the whole meeting. */
export const meetingId: Param<number | undefined> = {
  ...citedMeeting,
  fallback: undefined,
  parse: (text) => citedMeeting.parse(text)?.id,
} as Param<number | undefined>;

/** The filters that the tools about meetings share. */
export const meetingFilters = {
  salesforceOpportunityId: shortText({ description: '', maxLength: MAX_CRM_ID_LENGTH }),
  // Agents give text with commas or a list.
  attendeeEmailAddresses: { ...emailList({ description: '' }), schema: { type: 'string' } },
  sourceTypes: { ...codeList({ description: '', codes: SOURCE_TYPES }), schema: { type: 'string' } },
};

export const pageSize = integer({ description: '', minimum: 1, maximum: MAX_PAGE_SIZE });

/** The number of entries that were shown before: the cursor of lists that are short or stay as they are. */
export const afterEntries = integer({ description: '', minimum: 1, maximum: 1_000_000 });
