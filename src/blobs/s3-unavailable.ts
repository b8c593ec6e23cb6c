import type { S3Client } from '@aws-sdk/client-s3';
import { isConnectionCode } from '../lib/connection-codes.ts';
import { Fault } from '../lib/faults.ts';

type S3Error = Error & {
  code?: unknown;
  $metadata?: { httpStatusCode?: number };
  $retryable?: { throttling?: boolean };
};

/** Lets what the client asks fail with a Fault of its own where S3 cannot do it now, after the SDK's own retries. */
export function tellUnavailable(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        throw isUnavailable(error as S3Error) ? unavailable(error) : error;
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellUnavailable' },
  );
}

function isUnavailable({ name, code, $metadata, $retryable }: S3Error): boolean {
  if (name === 'TimeoutError' || $retryable?.throttling) return true;
  return isConnectionCode(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
}

function unavailable(cause: unknown): Fault {
  const fault = new Fault('unavailable', 'The store of recordings cannot be reached; try again');
  fault.cause = cause;
  return fault;
}
