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

/** The id of a meeting: its number, or a citation of one of its entries. */
export const meetingId: Param<number | undefined> = {
  ...integer({ description: '', minimum: 1, maximum: MAX_ID }),
  schema: { type: 'string' },
  takes: 'the id of a meeting, for example 1042',
  parse(text) {
    const [, digits] = /^(?:meeting:)?(\d{1,16})(?:#.*)?$/.exec(text) ?? [];
    const id = Number(digits);
    return digits !== undefined && id >= 1 && id <= MAX_ID ? id : undefined;
  },
};

/** The filters that the tools about meetings share. */
export const meetingFilters = {
  salesforceOpportunityId: shortText({ description: '', maxLength: MAX_CRM_ID_LENGTH }),
  // Agents give text with commas or a list.
  attendeeEmailAddresses: { ...emailList({ description: '' }), schema: { type: 'string' } },
  sourceTypes: codeList({ description: '', codes: SOURCE_TYPES }),
};

export const pageSize = integer({ description: '', minimum: 1, maximum: MAX_PAGE_SIZE });

/** The number of entries that were shown before: the cursor of lists that are short or stay as they are. */
export const afterEntries = integer({ description: 'from More', minimum: 1, maximum: 1_000_000 });
