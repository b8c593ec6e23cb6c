import { parseArgs } from 'node:util';

export type Options = {
  /** Meetings without a transcript. */
  meetings: number;
  /** Meetings with a transcript. */
  transcripts: number;
  /** Length of one round of one side. */
  seconds: number;
  /** Keep-alive connections that each side is loaded with. */
  connections: number;
  /** The one part to measure; undefined: all of them. */
  only: string | undefined;
};

/** What was asked for cannot be done; the message says what can. */
export class UsageError extends Error {}

/** A quarter of the data must hold a whole page, see data/meetings.ts. */
const MIN_MEETINGS = 500;
const MIN_TRANSCRIPTS = 100;
const MAX_MEETINGS = 1_000_000;
const MAX_SECONDS = 60;
/** Below the service's smallest connection pool times a few: more only measures the queue before it. */
const MAX_CONNECTIONS = 64;

export const usage = (parts: readonly string[]) => `Usage: npm run bench -- [options]

  --meetings N      meetings without a transcript (default 5000)
  --transcripts N   meetings with a transcript of about 60 kB (default 500)
  --seconds S       length of one round of one side (default 3)
  --connections C   keep-alive connections of each side (default 8)
  --only NAME       one of ${parts.join(', ')}; RESULTS.md is then left alone

BENCH_DATABASE_URL names a PostgreSQL to use in place of the embedded one, by a user who may create databases.`;

/**
 * Reads the command line.
 * @param parts what --only may name
 * @returns undefined where help was asked for
 * @throws UsageError
 */
export function readOptions(args: string[], parts: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const { only } = values;
  if (only !== undefined && !parts.includes(only)) {
    throw new UsageError(`--only takes one of ${parts.join(', ')}`);
  }
  return {
    meetings: whole('--meetings', values.meetings, MIN_MEETINGS, MAX_MEETINGS),
    transcripts: whole('--transcripts', values.transcripts, MIN_TRANSCRIPTS, MAX_MEETINGS),
    seconds: whole('--seconds', values.seconds, 1, MAX_SECONDS),
    connections: whole('--connections', values.connections, 1, MAX_CONNECTIONS),
    only,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        meetings: { type: 'string', default: '5000' },
        transcripts: { type: 'string', default: '500' },
        seconds: { type: 'string', default: '3' },
        connections: { type: 'string', default: '8' },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${name} takes a whole number from ${min} to ${max}`);
}
