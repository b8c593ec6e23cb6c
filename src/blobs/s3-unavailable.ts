import type { S3Client } from '@aws-sdk/client-s3';
import { isConnectionCode } from '../lib/connection-codes.ts';
import { Fault } from '../lib/faults.ts';
import type { FullDisk } from '../lib/full-disk.ts';

export const STORE_FULL = 'The store of recordings and exports is full; free some space and try again';

type S3Error = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
};

/** Lets what the client asks fail with a Fault of its own where S3 cannot do it now, after the SDK's own retries. */
export function tellUnavailable(client: S3Client, disk: FullDisk): void {
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (isFull(error as S3Error)) {
          disk.note();
          throw Object.assign(new Fault('full', STORE_FULL), { cause: error });
        }
        throw isUnavailable(error as S3Error) ? unavailable(error) : error;
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellUnavailable' },
  );
}

/** Amazon's S3 is never full; others are, or have quotas, and have names of their own for it. */
function isFull({ name, $metadata }: S3Error): boolean {
  return /StorageFull|QuotaExceeded|InsufficientStorage/.test(name) || $metadata?.httpStatusCode === 507;
}

function isUnavailable({ name, code, $metadata, $retryable }: S3Error): boolean {
  if (name === 'TimeoutError' || $retryable?.throttling) return true;
  return isConnectionCode(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

function unavailable(cause: unknown): Fault {
  const fault = new Fault(
    'unavailable',
    'The store of recordings and exports cannot be reached; try again later',
    undefined,
    'store_unavailable',
  );
  fault.cause = cause;
  return fault;
}
