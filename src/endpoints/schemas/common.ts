import { Type } from '../../lib/schema-types.ts';

/** A time in a response, always in UTC. */
export const DateTime = (description: string) => Type.String({ format: 'date-time', description });

/** An e-mail address. */
export const Email = (description: string) => Type.String({ format: 'email', description });

export const Text = (description: string, options: { minLength?: number; maxLength?: number } = {}) =>
  Type.String({ description, ...options });

/** A name: not empty, and short enough for a list. */
export const Name = (description: string) => Type.String({ description, minLength: 1, maxLength: 255 });

/** CRM ids are index keys, and PostgreSQL bounds those. */
export const MAX_CRM_ID_LENGTH = 255;

export const CrmId = (description: string) =>
  Text(description, { minLength: 1, maxLength: MAX_CRM_ID_LENGTH });

export const Domain = (description: string) =>
  Type.String({
    pattern: '^[^\\s@.,/\\u0000-\\u001f\\u007f]+(?:\\.[^\\s@.,/\\u0000-\\u001f\\u007f]+)*$',
    maxLength: 253,
    description,
  });

/** Warnings for operators. */
export const Warnings = Type.Array(Text('One sentence that names the problem and its remedy.'), {
  description: 'Problems that an operator has to resolve; omitted if there are none.',
});

/** The result of a PUT of several records. */
export const PutCounts = Type.Object(
  {
    created: Type.Integer({ minimum: 0, description: 'Number of new records.' }),
    updated: Type.Integer({ minimum: 0, description: 'Number of existing records.' }),
  },
  { title: 'PutCounts' },
);

/** The largest id that a JSON number represents exactly. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

/** The limit for JSON bodies other than meetings, which are small. */
export const MAX_ADMIN_BODY_BYTES = 5 * 1024 * 1024;

/** The response of operations that store an organization's data if its quota is exceeded. */
export const OVER_QUOTA = {
  description:
    'The organization has used up its storage quota (`PARLEY_ORGANIZATION_BYTES`); the Retry-After header says ' +
    'when to retry after deleting data.',
};
