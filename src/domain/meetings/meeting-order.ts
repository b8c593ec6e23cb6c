/** The keys by which meetings can be sorted; meetings with equal keys are sorted by id. */
export const MEETING_SORTS = ['startTime', 'title'] as const;

export type MeetingSort = (typeof MEETING_SORTS)[number];

/** A place in a sorted list: it follows the meeting with this id, whose key was this one, even if that is gone by now. */
export type ListPlace = {
  /** The start as PostgreSQL takes it, or what `title_key` returns. */
  key: string;
  id: number;
};

/** The order of a list in SQL, with constants of this file and the names of parameters alone. */
export type MeetingOrder = {
  /** The key of meeting `m`. */
  key: string;
  /** Sorts rows that have a `key` and an `id`. */
  by: string;
  direction: 'asc' | 'desc';
  /** The key of a row of the page as a text that a {@link ListPlace} can be made of. */
  keyAsText: string;
  /** Returns the condition, after `and`, that a row follows the place that the list is read from; empty without one. */
  beyond(key: string, id: string): string;
};

/** A title's key compares bytes, so that the order does not depend on the locale of the database. */
const KEYS = {
  startTime: {
    key: 'm.start_time',
    type: 'timestamptz',
    text: '(extract(epoch from page.key) * 1000)::bigint::text',
  },
  title: { key: 'title_key(m.title) collate "C"', type: 'text', text: 'page.key' },
};

/**
 * Returns the order of a list.
 * @param after the parameters that hold the place to read on from
 */
export function meetingOrder(
  sort: MeetingSort,
  isDescending: boolean,
  after: { key: string; id: string } | undefined,
): MeetingOrder {
  const { key, type, text } = KEYS[sort];
  const direction = isDescending ? 'desc' : 'asc';
  const comparison = isDescending ? '<' : '>';
  return {
    key,
    by: `order by key ${direction}, id ${direction}`,
    direction,
    keyAsText: text,
    beyond: (rowKey, rowId) =>
      after ? `and (${rowKey}, ${rowId}) ${comparison} (${after.key}::${type}, ${after.id}::bigint)` : '',
  };
}
