import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { runWithoutYielding } from '../lib/event-loop.ts';
import { FaultList } from '../lib/faults.ts';
import { isEmail, isStorableText, STORABLE_TEXT_FORM } from '../lib/text.ts';
import { parseDateTime } from '../lib/time.ts';
import { fieldName, tellError } from './body-faults.ts';
import type { BodySpec } from './endpoint.ts';

Settings.Set({ maxErrors: FaultList.maxShown + 1 });
Format.Set('email', isEmail);
Format.Set('date-time', (text) => parseDateTime(text) !== undefined);
Format.Set('uri', (text) => /^https?:\/\//i.test(text) && URL.canParse(text));

type Node = Record<string, unknown> & {
  type?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  anyOf?: Node[];
};

type Validator = { Check(value: unknown): boolean; Errors(value: unknown): TLocalizedValidationError[] };

/** Checks a value but for the items of its arrays, which have checkers of their own: arrays may be long. */
type Checker = {
  schema: Node;
  shape: Shape;
  validator: Validator;
  arrays: { path: string[]; items: Checker }[];
};

/** Checks a body step by step: see `runYielding` and {@link runWithoutYielding}. */
export type BodyCheck = (body: unknown) => Generator<void, unknown>;

/**
 * Compiles the check of a body. `null` stands for absent in optional fields that do not take it; such nulls and unknown
 * fields are removed. Text that cannot be stored is a fault where the schema knows the field.
 * @returns a function that returns the body, or throws Fault 400 with all faults, or 422 for the faults of the
 *   spec's unprocessable part where there is no other
 */
export function compileBodyCheck(spec: BodySpec): (body: unknown) => unknown {
  const steps = compileBodySteps(spec);
  return (body) => runWithoutYielding(steps(body));
}

/** The same check in steps, which a caller runs one by one, because a body may be large and other requests wait. */
export function compileBodySteps(spec: BodySpec): BodyCheck {
  const part = spec.unprocessablePart;
  const whole = spec.schema as unknown as Node;
  const checker = compileChecker(part ? without(whole, part) : whole);
  const checkPart = part && compilePart(whole, part);
  return function* checkBody(body) {
    const faults = new FaultList();
    yield* check(checker, body, '', faults);
    faults.throwIfAny('invalid');
    spec.check?.(body as never, faults);
    faults.throwIfAny('invalid');
    if (checkPart) yield* checkPart(body);
    return body;
  };
}

function compilePart(whole: Node, part: readonly string[]): BodyCheck {
  const checker = compileChecker(part.reduce((node, name) => node.properties![name]!, whole));
  const name = part.at(-1)!;
  return function* checkPart(body) {
    const parent = valueAt(body, part.slice(0, -1)) as Record<string, unknown> | undefined;
    if (parent === undefined || !Object.hasOwn(parent, name)) return;
    if (parent[name] === null) {
      delete parent[name];
      return;
    }
    const faults = new FaultList();
    yield* check(checker, parent[name], `/${part.join('/')}`, faults);
    faults.throwIfAny('unprocessable');
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

function compileChecker(schema: Node): Checker {
  const arrays: Checker['arrays'] = [];
  const openItems = (node: Node, path: string[]): Node => {
    const { items, ...rest } = node;
    if (items) {
      arrays.push({ path, items: compileChecker(items) });
      return rest;
    }
    if (!node.properties) return node;
    const properties = Object.entries(node.properties).map(([name, child]) => [
      name,
      openItems(child, [...path, name]),
    ]);
    return { ...node, properties: Object.fromEntries(properties) };
  };
  const opened = openItems(schema, []);
  return { schema: opened, shape: shapeOf(opened), validator: Compile(opened as unknown as TSchema), arrays };
}

/** The names that an object may have; undefined for other values. */
type Shape = Map<string, Shape> | undefined;

function shapeOf({ properties }: Node): Shape {
  if (!properties) return undefined;
  return new Map(Object.entries(properties).map(([name, child]) => [name, shapeOf(child)]));
}

/** Returns whether {@link clean} would neither remove nor tell anything, as for nearly all values. */
function isClean(shape: Shape, value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || !shape) return true;
  for (const name in value) {
    const child = (value as Record<string, unknown>)[name];
    if (child === null || !shape.has(name) || !isClean(shape.get(name), child)) return false;
  }
  return true;
}

/** The items that are checked in one step, which takes some microseconds. */
const STEP_ITEMS = 16;

function* check(checker: Checker, value: unknown, at: string, faults: FaultList): Generator<void> {
  checkOne(checker, value, () => at, faults);
  for (const { path, items } of checker.arrays) {
    const list = valueAt(value, path);
    if (!Array.isArray(list)) continue;
    const listAt = [at, ...path].join('/');
    for (let index = 0; index < list.length && !faults.isFull; index++) {
      if (items.arrays.length > 0) yield* check(items, list[index], `${listAt}/${index}`, faults);
      else checkOne(items, list[index], () => `${listAt}/${index}`, faults);
      if (index % STEP_ITEMS === 0) yield;
    }
  }
}

function checkOne(
  { schema, shape, validator }: Checker,
  value: unknown,
  at: () => string,
  faults: FaultList,
): void {
  if (isClean(shape, value) && validator.Check(value)) return;
  tellFaults({ schema, validator }, value, at(), faults);
}

function tellFaults(
  { schema, validator }: Pick<Checker, 'schema' | 'validator'>,
  value: unknown,
  at: string,
  faults: FaultList,
): void {
  const unstorable: string[] = [];
  clean(schema, value, at, unstorable);
  for (const pointer of unstorable) faults.add(`${fieldName(pointer)} must be ${STORABLE_TEXT_FORM}`);
  if (validator.Check(value)) return;
  const errors = validator
    .Errors(value)
    .filter(({ instancePath }) => !unstorable.includes(at + instancePath));
  for (const error of errors) for (const message of tellError(error, at, errors)) faults.add(message);
}

/** @returns undefined where there is nothing; inherited properties do not count */
function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/**
 * Removes the nulls of optional fields and every unknown field, in place: what is ignored gets no further.
 * @param unstorable takes the pointers of text that cannot be stored
 */
function clean(schema: Node, value: unknown, at: string, unstorable: string[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) unstorable.push(at);
  } else if (typeof value === 'object' && value !== null && schema.properties) {
    const object = value as Record<string, unknown>;
    for (const name of Object.keys(object)) if (!Object.hasOwn(schema.properties, name)) delete object[name];
    for (const name in schema.properties) {
      if (!Object.hasOwn(object, name)) continue;
      const isOptional = !schema.required?.includes(name) && !takesNull(schema.properties[name]!);
      if (object[name] === null && isOptional) delete object[name];
      else clean(schema.properties[name]!, object[name], `${at}/${name}`, unstorable);
    }
  }
}

function takesNull({ type, anyOf }: Node): boolean {
  return type === 'null' || (anyOf?.some(takesNull) ?? false);
}
