/** The result of a round: the successful requests, and the time. */
export type Load = { requests: number; seconds: number; p50Ms?: number; p99Ms?: number };

/** A request that is sent repeatedly. */
export type LoadRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** The text of a constant body, or the parts before and after the one that varies. */
  body?: string | { before: string; after: string };
};

export type LoadJob = {
  request: LoadRequest;
  connections: number;
  seconds: number;
  /** The prefix that distinguishes the bodies of this job from those of others; each body also has a number. */
  prefix: string;
};

export type Generator = {
  /** The description in the report. */
  description: string;
  /** @throws if a request fails or is not answered with 200 */
  run(job: LoadJob, context: { folder: string; signal: AbortSignal }): Promise<Load>;
};

/** The number of digits of each number, so that the bodies of a job have the same length. */
export const NUMBER_DIGITS = 9;

/** The time that a run may take in addition to the time that it measures. */
export const SPARE_MS = 30_000;

/** Returns one of the bodies of a request. */
export function bodyOf({ body }: LoadRequest, id: string): string | undefined {
  return typeof body === 'object' ? body.before + id + body.after : body;
}
