import type { TLocalizedValidationError } from 'typebox/error';
import { DATE_TIME_FORM } from '../lib/time.ts';

const FORMAT_TAKES: Record<string, string> = {
  email: 'one e-mail address, for example ada@example.com',
  'date-time': DATE_TIME_FORM,
  uri: 'an http or https URL',
};

/** `/meeting/attendees/0/email` → `meeting.attendees[0].email`; nothing → `The body`. */
export function fieldName(pointer: string): string {
  const name = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
  return name || 'The body';
}

/**
 * Renders an error of the schema as sentences that name the field.
 * @param at pointer to the value that was checked
 * @param errors all of the value's: some say the same of one field twice
 */
export function tellError(
  error: TLocalizedValidationError,
  at: string,
  errors: readonly TLocalizedValidationError[],
): string[] {
  // A value that fits none of several forms is reported once, by the error of the whole.
  if (/\/anyOf\/\d+(?:\/|$)/.test(error.schemaPath)) return [];
  const pointer = at + error.instancePath;
  const field = fieldName(pointer);
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => `${fieldName(`${pointer}/${name}`)} is required`);
    case 'type':
      return [`${field} must be ${[error.params.type].flat().map(withArticle).join(' or ')}`];
    case 'format':
      return [`${field} must be ${FORMAT_TAKES[error.params.format] ?? error.params.format}`];
    case 'pattern':
      return errors.some((other) => other.keyword === 'format' && other.instancePath === error.instancePath)
        ? []
        : [`${field} ${error.message}`];
    case 'enum':
      return [`${field} must be one of ${error.params.allowedValues.join(', ')}`];
    case 'minLength':
      return [error.params.limit === 1 ? `${field} must not be empty` : `${field} is too short`];
    case 'maxLength':
      return [`${field} must have at most ${error.params.limit} characters`];
    case 'minProperties':
      return [`${field} must have at least ${error.params.limit} of its fields`];
    case 'minItems':
      return [`${field} must have at least ${error.params.limit} items`];
    case 'maxItems':
      return [`${field} must have at most ${error.params.limit} items`];
    case 'minimum':
    case 'maximum':
      return [`${field} must be ${error.params.comparison} ${error.params.limit}`];
    case 'anyOf':
      return [`${field} must have ${alternatives(error, errors)}`];
    default:
      return [`${field} ${error.message}`];
  }
}

/** `name or email`, where each of the forms asks for a field. */
function alternatives(
  { schemaPath }: TLocalizedValidationError,
  errors: readonly TLocalizedValidationError[],
): string {
  const names = errors.flatMap((error) =>
    error.keyword === 'required' && error.schemaPath.startsWith(`${schemaPath}/anyOf/`)
      ? error.params.requiredProperties
      : [],
  );
  return names.length > 0 ? names.join(' or ') : 'one of the forms it may have';
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
