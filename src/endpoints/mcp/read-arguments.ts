import { parseGiven, unknownParameter } from '../../http/parse-query.ts';
import { FaultList } from '../../lib/faults.ts';
import type { McpTool } from './tool.ts';

/**
 * Reads the arguments of a call by the same rules as the parameters of the REST API. Numbers may be given as text and lists
 * as text with commas; null stands for absent.
 * @throws Fault 400 with every fault: unknown, malformed, missing and contradicting arguments
 */
export function readArguments(
  tool: McpTool,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const faults = new FaultList();
  const texts = new Map<string, string>();
  for (const [as, value] of Object.entries(given)) {
    const name = tool.aliases && Object.hasOwn(tool.aliases, as) ? tool.aliases[as]! : as;
    const spec = Object.hasOwn(tool.arguments, name) ? tool.arguments[name] : undefined;
    if (value === null) continue;
    if (!spec) faults.add(unknownParameter('argument', as, Object.keys(tool.arguments)));
    else if (texts.has(name)) faults.add(`${name} must be given only once`);
    // A value that is no text becomes empty, which no argument takes.
    else texts.set(name, asText(value) ?? '');
  }
  const values = parseGiven(texts, tool.arguments, faults);
  faults.throwIfAny('invalid');
  return values;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((one) => typeof one === 'string' || typeof one === 'number')
    ? value.join(',')
    : undefined;
}
