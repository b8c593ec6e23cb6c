import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { FaultList } from '../lib/faults.ts';
import { isEmail, isStorableText, STORABLE_TEXT_FORM } from '../lib/text.ts';
import { DATE_TIME_FORM, parseDateTime } from '../lib/time.ts';
import type { BodySpec } from './endpoint.ts';

Settings.Set({ maxErrors: FaultList.maxShown + 1 });
Format.Set('email', isEmail);
Format.Set('date-time', (text) => parseDateTime(text) !== undefined);
Format.Set('uri', (text) => /^https?:\/\//i.test(text) && URL.canParse(text));

const FORMAT_TAKES: Record<string, string> = {
  email: 'one e-mail address, for example ada@example.com',
  'date-time': DATE_TIME_FORM,
  uri: 'an http or https URL',
};

type Node = Record<string, unknown> & {
  type?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
};

/**
 * Compiles the check of a body. `null` stands for absent in optional fields and is removed; unknown fields stay
 * and are ignored; text that cannot be stored is a fault where the schema knows the field.
 * @returns a function that returns the body, or throws Fault 400 with all faults, or 422 for the faults of the
 *   spec's unprocessable part where there is no other
 */
export function compileBodyCheck(spec: BodySpec): (body: unknown) => unknown {
  const part = spec.unprocessablePart;
  if (!part) {
    const checkWhole = Compile(spec.schema);
    return (body) => refine(spec, check(checkWhole, spec.schema, body, '', 'invalid'));
  }
  const whole = spec.schema as unknown as Node;
  const partSchema = part.reduce((node, name) => node.properties![name]!, whole);
  const rest = without(whole, part);
  const checkRest = Compile(rest as unknown as TSchema);
  const checkPart = Compile(partSchema as unknown as TSchema);
  return (body) => {
    refine(spec, check(checkRest, rest, body, '', 'invalid'));
    const parent = part.slice(0, -1).reduce((value, name) => (value as never)?.[name], body) as
      | Record<string, unknown>
      | undefined;
    const name = part.at(-1)!;
    if (parent === undefined || !Object.hasOwn(parent, name)) return body;
    if (parent[name] === null) delete parent[name];
    else check(checkPart, partSchema, parent[name], `/${part.join('/')}`, 'unprocessable');
    return body;
  };
}

/** The schema with one property left open, so that it can be checked on its own. */
function without(node: Node, path: readonly string[]): Node {
  const [name, ...rest] = path as [string, ...string[]];
  const child = node.properties![name]!;
  return {
    ...node,
    properties: { ...node.properties, [name]: rest.length === 0 ? {} : without(child, rest) },
  };
}

type Validator = { Check(value: unknown): boolean; Errors(value: unknown): TLocalizedValidationError[] };

function check(
  validator: Validator,
  schema: unknown,
  value: unknown,
  at: string,
  kind: 'invalid' | 'unprocessable',
): unknown {
  const faults = new FaultList();
  clean(schema as Node, value, at, faults);
  if (!validator.Check(value)) {
    for (const error of validator.Errors(value)) for (const message of tell(error, at)) faults.add(message);
  }
  faults.throwIfAny(kind);
  return value;
}

function refine(spec: BodySpec, body: unknown): unknown {
  const faults = new FaultList();
  spec.check?.(body as never, faults);
  faults.throwIfAny('invalid');
  return body;
}

/** Removes the nulls of optional fields, in place, and reports text that cannot be stored. */
function clean(schema: Node, value: unknown, at: string, faults: FaultList): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) faults.add(`${fieldName(at)} must be ${STORABLE_TEXT_FORM}`);
  } else if (Array.isArray(value)) {
    if (schema.items)
      for (let i = 0; i < value.length; i++) clean(schema.items, value[i], `${at}/${i}`, faults);
  } else if (typeof value === 'object' && value !== null && schema.properties) {
    const object = value as Record<string, unknown>;
    for (const name in schema.properties) {
      if (!Object.hasOwn(object, name)) continue;
      if (object[name] === null && !schema.required?.includes(name)) delete object[name];
      else clean(schema.properties[name]!, object[name], `${at}/${name}`, faults);
    }
  }
}

/** `/meeting/attendees/0/email` → `meeting.attendees[0].email`. */
function fieldName(pointer: string): string {
  const name = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
  return name || 'The body';
}

function tell(error: TLocalizedValidationError, at: string): string[] {
  const pointer = at + error.instancePath;
  const field = fieldName(pointer);
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => `${fieldName(`${pointer}/${name}`)} is required`);
    case 'type':
      return [`${field} must be ${[error.params.type].flat().map(withArticle).join(' or ')}`];
    case 'format':
      return [`${field} must be ${FORMAT_TAKES[error.params.format] ?? error.params.format}`];
    case 'enum':
      return [`${field} must be one of ${error.params.allowedValues.join(', ')}`];
    case 'minLength':
      return [error.params.limit === 1 ? `${field} must not be empty` : `${field} is too short`];
    case 'maxLength':
      return [`${field} must have at most ${error.params.limit} characters`];
    case 'minItems':
      return [`${field} must have at least ${error.params.limit} items`];
    case 'maxItems':
      return [`${field} must have at most ${error.params.limit} items`];
    case 'minimum':
    case 'maximum':
      return [`${field} must be ${error.params.comparison} ${error.params.limit}`];
    case 'anyOf':
      return [`${field} has none of the forms it may have`];
    default:
      return [`${field} ${error.message}`];
  }
}

function withArticle(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
