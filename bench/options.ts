import { parseArgs } from 'node:util';
import { mostExecutions } from './data/executions.ts';
import type { DataSize } from './data/meetings.ts';

export type Options = DataSize & {
  /** The duration of one round of one side, in seconds. */
  seconds: number;
  /** The number of keep-alive connections to each side. */
  connections: number;
  /** The parts to measure; undefined: all of them. */
  only: readonly string[] | undefined;
  /** The peers to compare with; undefined: all that are installed. */
  peers: readonly string[] | undefined;
  /** Whether the work tree is compared with another commit, and with which; undefined: the previous one. */
  isGuard: boolean;
  than: string | undefined;
};

/** Thrown for options that are not valid; the message names the valid ones. */
export class UsageError extends Error {}

/** The names that the command line accepts. */
export type Names = { parts: readonly string[]; peers: readonly string[] };

const FULL: DataSize = { meetings: 200_000, transcripts: 20_000, executions: 2_000_000 };
/** The divisor of the smaller amount of data, for daily use and for the comparison of growth. */
export const TENTH = 10;
const NO_PEERS = 'none';

/** The minimum that fills the pages of all windows, see data/meetings.ts. */
const MIN_MEETINGS = 2000;
const MIN_TRANSCRIPTS = 100;
const MIN_EXECUTIONS = 10_000;
const MAX_MEETINGS = 2_000_000;
const MAX_SECONDS = 60;
/** The maximum is a few times the service's smallest connection pool: more would only measure the queue before it. */
const MAX_CONNECTIONS = 64;

export const usage = ({ parts, peers }: Names) => `Usage: npm run bench -- [options]

  --small           a tenth of the data: 20000 meetings, 2000 transcripts, 200000 executions
  --meetings N      meetings over two years (default 200000)
  --transcripts N   those of them that have a transcript of about 60 kB (default 20000)
  --executions N    executions over 20 signals (default 2000000)
  --seconds S       length of one round of one side (default 2)
  --connections C   keep-alive connections of each side (default 8)
  --only NAME,…     of ${parts.join(', ')}; RESULTS.md is then left alone
  --guard           instead compare the CPU time of a request with the previous commit, with a tenth of the data;
                    exits with 1 if one costs more, beyond noise
  --than COMMIT     compare with this commit, or with the version that is installed in this folder
  --peers NAME,…    of ${peers.join(', ')}, or ${NO_PEERS} (default: all, where npm ci --prefix bench/peers has run)

BENCH_DATABASE_URL names a PostgreSQL to use in place of the embedded one, by a user who may create databases.`;

/**
 * Reads the command line.
 * @returns undefined if help was requested
 * @throws UsageError
 */
export function readOptions(args: string[], names: Names): Options | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const isGuard = values.guard ?? false;
  if (values.than !== undefined && !isGuard) throw new UsageError('--than needs --guard');
  const divisor = values.small || isGuard ? TENTH : 1;
  const meetings = whole('--meetings', values.meetings, FULL.meetings / divisor, [
    MIN_MEETINGS,
    MAX_MEETINGS,
  ]);
  return {
    meetings,
    // Half of the period has no transcripts, see data/meetings.ts.
    transcripts: whole('--transcripts', values.transcripts, FULL.transcripts / divisor, [
      MIN_TRANSCRIPTS,
      meetings / 2,
    ]),
    executions: whole('--executions', values.executions, FULL.executions / divisor, [
      MIN_EXECUTIONS,
      mostExecutions(meetings),
    ]),
    seconds: whole('--seconds', values.seconds, isGuard ? 1 : 2, [1, MAX_SECONDS]),
    connections: whole('--connections', values.connections, 8, [1, MAX_CONNECTIONS]),
    isGuard,
    than: values.than,
    only: namesOf('--only', values.only, names.parts),
    peers: values.peers === NO_PEERS ? [] : namesOf('--peers', values.peers, names.peers),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        small: { type: 'boolean' },
        meetings: { type: 'string' },
        transcripts: { type: 'string' },
        executions: { type: 'string' },
        seconds: { type: 'string' },
        connections: { type: 'string' },
        only: { type: 'string' },
        peers: { type: 'string' },
        guard: { type: 'boolean' },
        than: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function whole(
  name: string,
  text: string | undefined,
  byDefault: number,
  [min, max]: [number, number],
): number {
  const value = text === undefined ? byDefault : Number(text);
  if (/^\d+$/.test(text ?? '0') && value >= min && value <= max) return value;
  throw new UsageError(`${name} takes a whole number from ${min} to ${max}`);
}

function namesOf(
  name: string,
  text: string | undefined,
  known: readonly string[],
): readonly string[] | undefined {
  const names = text?.split(',');
  if (names?.every((one) => known.includes(one)) ?? true) return names;
  throw new UsageError(`${name} takes some of ${known.join(', ')}, by commas`);
}
