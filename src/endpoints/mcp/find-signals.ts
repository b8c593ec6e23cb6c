import { listSignals } from '../../domain/signals/list-signals.ts';
import type { SignalRow } from '../../domain/signals/signal-queries.ts';
import { Fault } from '../../lib/faults.ts';
import { label } from './lines.ts';
import type { ToolCall } from './tool.ts';

/** The names that are listed if one is not known. */
const MAX_NAMES = 20;

/**
 * Finds the signals that ids or names stand for.
 * @param given ids or names, separated by commas; a name in any case, or a part of it that only one signal has
 * @throws Fault 404 that lists the names of signals if one of them is not found
 */
export async function findSignals({ deps, caller }: ToolCall, given: string): Promise<number[]> {
  const signals = await listSignals(deps.db, caller.organizationId);
  // A name may have commas itself.
  const whole = findOne(signals, given);
  if (whole) return [whole.id];
  return given.split(',').map((part) => {
    const signal = findOne(signals, part.trim());
    if (signal) return signal.id;
    const names = signals.slice(0, MAX_NAMES).map(({ id, signalName }) => `${label(signalName)} (${id})`);
    const known = names.length === 0 ? 'there are no signals' : `the signals are ${names.join(', ')}`;
    throw new Fault('missing', `There is no signal ${JSON.stringify(label(part.trim()))}: ${known}`);
  });
}

function findOne(signals: readonly SignalRow[], given: string): SignalRow | undefined {
  const wanted = given.toLowerCase();
  const byId = signals.find(({ id }) => `${id}` === given);
  const byName = signals.find(({ signalName }) => signalName.toLowerCase() === wanted);
  if (byId ?? byName) return byId ?? byName;
  const similar = signals.filter(({ signalName }) => signalName.toLowerCase().includes(wanted));
  return similar.length === 1 ? similar[0] : undefined;
}
