import type { ChildService } from '../../support/child-service.ts';
import { until } from '../../support/until.ts';

/** Waits until the log of a service names one of its processes, which it does when that process is ready, and returns its id. */
export function idOfProcess({ said }: Pick<ChildService, 'said'>, number: number): Promise<number> {
  const named = new RegExp(`"process":${number},"pid":(\\d+)`);
  return until(async () => {
    const pid = named.exec(said())?.[1];
    return pid === undefined ? undefined : Number(pid);
  });
}
