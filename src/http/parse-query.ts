import { nearest } from '../lib/text.ts';
import type { FaultSink } from './endpoint.ts';
import type { Param } from './params.ts';

/**
 * Parses a query string against the parameters of an operation.
 * @param faults receives every fault: unknown, repeated (unless it is a list), empty, malformed, missing and contradicting parameters
 */
export type QueryParser = (queryString: string, faults: FaultSink) => Record<string, unknown>;

/** Creates the parser of an operation's query strings; what can be known of its parameters in advance is found once. */
export function createQueryParser(specs: Record<string, Param<unknown>>): QueryParser {
  const parse = createParser(specs);
  return (queryString, faults) => parse(readPairs(queryString, specs, faults), faults);
}

/**
 * Parses parameters that are decoded already.
 * @param given undefined for a value that cannot be decoded, which has been reported
 * @param faults receives every fault of empty, malformed, missing and contradicting parameters
 */
export function parseGiven(
  given: ReadonlyMap<string, string | undefined>,
  specs: Record<string, Param<unknown>>,
  faults: FaultSink,
): Record<string, unknown> {
  return createParser(specs)(given, faults);
}

function createParser(specs: Record<string, Param<unknown>>) {
  const params = Object.entries(specs);
  const bound = params.filter(
    ([, { excludes, notBefore }]) => excludes !== undefined || notBefore !== undefined,
  );
  return (given: ReadonlyMap<string, string | undefined>, faults: FaultSink): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const [name, spec] of params) {
      if (!given.has(name)) {
        if (spec.required) faults.add(`${name} is required: ${spec.takes}`);
        else values[name] = spec.fallback;
        continue;
      }
      const value = given.get(name);
      if (value === undefined) continue;
      values[name] = value === '' ? undefined : spec.parse(value);
      if (values[name] === undefined) faults.add(`${name} must be ${spec.takes}`);
    }
    refuseContradictions(bound, given, values, faults);
    return values;
  };
}

/** Returns the known parameters as they were given, decoded; undefined if decoding failed, which has been reported. */
function readPairs(
  queryString: string,
  specs: Record<string, Param<unknown>>,
  faults: FaultSink,
): Map<string, string | undefined> {
  const given = new Map<string, string | undefined>();
  const told = new Set<string>();
  const tellOnce = (message: string) => {
    if (!told.has(message)) faults.add(message);
    told.add(message);
  };
  for (const part of queryString.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) {
      tellOnce(`The query parameter ${JSON.stringify(clip(part))} is not valid percent-encoded UTF-8`);
    }
    if (name === undefined) continue;
    if (!Object.hasOwn(specs, name)) tellOnce(unknownParameter('query parameter', name, Object.keys(specs)));
    else if (!given.has(name)) given.set(name, value);
    else if (specs[name]!.isList) given.set(name, joined(given.get(name), value));
    else tellOnce(`${name} must be given only once`);
  }
  return given;
}

/** @returns undefined if one of the lists cannot be decoded, which has been reported */
function joined(list: string | undefined, more: string | undefined): string | undefined {
  return list === undefined || more === undefined ? undefined : `${list},${more}`;
}

function refuseContradictions(
  params: readonly [string, Param<unknown>][],
  given: ReadonlyMap<string, unknown>,
  values: Record<string, unknown>,
  faults: FaultSink,
): void {
  for (const [name, { excludes, notBefore }] of params) {
    if (excludes !== undefined && given.has(name) && given.has(excludes)) {
      faults.add(`${name} and ${excludes} must not be given together`);
    }
    if (notBefore === undefined) continue;
    const [earlier, later] = [values[notBefore], values[name]] as (number | undefined)[];
    if (earlier !== undefined && later !== undefined && later < earlier) {
      faults.add(`${name} must not be before ${notBefore}`);
    }
  }
}

const ENCODED = /[%+]/;

/** @returns undefined where the text is not percent-encoded UTF-8; `+` is a space, as in HTML forms */
function decode(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Names the nearest parameter, or all of them where none is near. */
export function unknownParameter(
  kind: 'query parameter' | 'argument',
  name: string,
  known: readonly string[],
): string {
  const guess = nearest(clip(name), known);
  const takes = known.length === 0 ? 'this operation takes none' : `this operation takes ${known.join(', ')}`;
  return `Unknown ${kind} ${JSON.stringify(clip(name))}; ${guess ? `did you mean ${guess}?` : takes}`;
}

/** Caller's text in a message: shown short, and never as an unpaired surrogate. */
function clip(value: string): string {
  return (value.length > 64 ? `${value.slice(0, 64)}…` : value).toWellFormed();
}
