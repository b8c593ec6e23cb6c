import {
  MAX_VIEW_NAME_CHARACTERS,
  MAX_VIEW_QUERY_CHARACTERS,
  type SavedView,
  VIEW_LISTS,
} from '../../domain/views/saved-views.ts';
import { matching, required } from '../../http/params.ts';
import { Type } from '../../lib/schema-types.ts';
import { formatDateTime } from '../../lib/time.ts';
import { DateTime, Text } from './common.ts';

/** The path parameter of a view. */
export const viewIdParam = required(
  matching({
    description: 'Identifier of the view among those of the key, chosen by the client that creates it.',
    pattern: /^[A-Za-z0-9_-]{1,64}$/,
    takes: '1 to 64 letters, digits, hyphens and underscores',
    example: 'at-risk',
  }),
);

const contentFields = {
  list: Type.Enum([...VIEW_LISTS], {
    title: 'ListWithViews',
    type: 'string',
    description: 'The list that the view is of.',
  }),
  name: Type.String({
    description:
      'Name of the view. The views that a key has of a list have different names, without regard to case.',
    minLength: 1,
    maxLength: MAX_VIEW_NAME_CHARACTERS,
    pattern: '\\S',
  }),
  query: Type.String({
    description:
      'Filters and sorting, as the query in the URL of the list in the console, without the question mark. It is kept ' +
      'as it is.',
    maxLength: MAX_VIEW_QUERY_CHARACTERS,
    pattern: '^[!"$-~]*$',
  }),
};

export const ViewBody = Type.Object(contentFields, { title: 'ViewContent' });

export const viewBodyExample = {
  list: 'meetings',
  name: 'At risk',
  query: 'range=90d&signals=17,18&sort=title',
};

export const View = Type.Object(
  {
    id: Text('Identifier of the view.'),
    ...contentFields,
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it was last saved.'),
  },
  { title: 'View' },
);

export const viewExample = {
  id: 'at-risk',
  ...viewBodyExample,
  createdAt: '2026-02-01T09:00:00Z',
  updatedAt: '2026-02-03T16:30:00Z',
};

export function presentView({ createdAt, updatedAt, ...view }: SavedView) {
  return { ...view, createdAt: formatDateTime(createdAt), updatedAt: formatDateTime(updatedAt) };
}
