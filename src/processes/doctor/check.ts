/** One line of `parley doctor`. A warning is worth a look; a fault makes something fail, now or soon. */
export type Check = {
  name: string;
  state: 'ok' | 'warning' | 'fault';
  /** The finding, in a sentence or a few words. */
  found: string;
  /** The action that mends it. */
  advice?: string;
};

export const ok = (name: string, found: string): Check => ({ name, state: 'ok', found });

export const warning = (name: string, found: string, advice: string): Check => ({
  name,
  state: 'warning',
  found,
  advice,
});

export const fault = (name: string, found: string, advice: string): Check => ({
  name,
  state: 'fault',
  found,
  advice,
});

/** Does a check; if it throws, that is the fault. */
export async function tryCheck(
  name: string,
  advice: string,
  check: () => Promise<Check | Check[]>,
): Promise<Check[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const why = error instanceof AggregateError ? error.errors[0] : error;
    return [fault(name, why instanceof Error ? why.message : String(why), advice)];
  }
}
