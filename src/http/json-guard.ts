import { isUtf8 } from 'node:buffer';
import { runWithoutYielding, runYielding } from '../lib/event-loop.ts';
import { Fault } from '../lib/faults.ts';
import { JsonFault, parseJsonInSlices } from '../lib/json-slices.ts';

/** Deeper than any body of the contract; V8 parses 100,000 levels but cannot stringify them again. */
const MAX_JSON_DEPTH = 32;

/** Objects of the contract have a dozen members; those with very many are dear to build. */
const MAX_OBJECT_MEMBERS = 1000;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a JSON body from its bytes and yields to the event loop, because a body may be large and other requests wait.
 * @throws Fault 'invalid' where it is not UTF-8, not JSON, or too deep or wide
 */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  const steps = parseSteps(bytes);
  try {
    return await runYielding(steps);
  } catch (error) {
    throw asFault(error);
  }
}

/** The same in one go, for threads in which nobody else waits. */
export function parseJsonAtOnce(bytes: Buffer): unknown {
  const steps = parseSteps(bytes);
  try {
    return runWithoutYielding(steps);
  } catch (error) {
    throw asFault(error);
  }
}

function parseSteps(bytes: Buffer): Generator<void, unknown> {
  if (!isUtf8(bytes))
    throw new Fault('invalid', 'The body must be JSON in UTF-8, but it contains bytes that are not UTF-8');
  const json = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
  return parseJsonInSlices(json, { maxDepth: MAX_JSON_DEPTH, maxMembers: MAX_OBJECT_MEMBERS });
}

function asFault(error: unknown): unknown {
  return error instanceof JsonFault ? new Fault('invalid', `The body ${error.message}`) : error;
}
