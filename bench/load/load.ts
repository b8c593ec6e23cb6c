/** What a round did: requests that were answered as they should, and the time it took. */
export type Load = { requests: number; seconds: number; p50Ms?: number; p99Ms?: number };

/** A request that is sent again and again. */
export type LoadRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** The text of a body that is always the same, or what is before and after that which differs each time. */
  body?: string | { before: string; after: string };
};

export type LoadJob = {
  request: LoadRequest;
  connections: number;
  seconds: number;
  /** What bodies of this job differ by from those of all others; each also has a number. */
  prefix: string;
};

export type Generator = {
  /** For the report. */
  description: string;
  /** @throws where a request fails or is answered otherwise than 200 */
  run(job: LoadJob, context: { folder: string; signal: AbortSignal }): Promise<Load>;
};

/** Numbers are written with so many digits, so that the bodies of a job have one length. */
export const NUMBER_DIGITS = 9;

/** What a run may take beside the time it measures. */
export const SPARE_MS = 30_000;

/** One of the bodies of a request. */
export function bodyOf({ body }: LoadRequest, id: string): string | undefined {
  return typeof body === 'object' ? body.before + id + body.after : body;
}
