import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ParleyError } from '../../api.ts';
import { IconRefresh as IconRetry } from '../../icons/tabler.ts';
import { count, toast } from '../../parts/index.ts';
import { retryJob } from './queries.ts';

/** Puts one failed job back into its queue. */
export function RetryOne({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const client = useQueryClient();
  const retry = async () => {
    setBusy(true);
    try {
      await retryJob(id);
      toast.good('The job is back in the queue.');
    } catch (error) {
      toast.bad(error);
    }
    await client.invalidateQueries({ queryKey: ['jobs'] });
    setBusy(false);
  };
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void retry()}>
      Retry
    </Button>
  );
}

/** Puts all of the failed jobs that are shown back into their queues, one after another. */
export function RetryAll({ ids }: { ids: readonly string[] }) {
  const [done, setDone] = useState<number>();
  const client = useQueryClient();
  const retry = async () => {
    let retried = 0;
    setDone(0);
    try {
      for (const [index, id] of ids.entries()) {
        retried += await retryUnlessGone(id);
        setDone(index + 1);
      }
      toast.good(`${count(retried, 'job')} put back in the queue.`);
    } catch (error) {
      toast.bad(error);
    }
    await client.invalidateQueries({ queryKey: ['jobs'] });
    setDone(undefined);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRetry size={16} />}
      disabled={done !== undefined}
      onClick={() => void retry()}
    >
      {done === undefined ? `Retry all ${ids.length} shown` : `Retrying ${done} of ${ids.length} …`}
    </Button>
  );
}

/** Returns 1 if the job was put back, 0 if someone else had retried it already. */
async function retryUnlessGone(id: string): Promise<number> {
  try {
    await retryJob(id);
    return 1;
  } catch (error) {
    if (error instanceof ParleyError && error.status === 404) return 0;
    throw error;
  }
}
