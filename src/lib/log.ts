import { type DestinationStream, type Logger, pino } from 'pino';
import { type LogLines, openLogLines } from './log-lines.ts';

export type Log = Logger;

/** The fields that may hold secrets; of errors, what PostgreSQL quotes of the row that it refused. */
const REDACTED = [
  ...['*.password', '*.key', '*.token', '*.cookie', 'headers', '*.headers'],
  ...['err.detail', 'err.where'],
];

/** Structured log, one JSON line per event. Headers are never logged, so neither keys nor cookies can be. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, remove: true },
  };
  if (destination) return pino(options, destination);
  const lines = logLines();
  return pino(
    {
      ...options,
      hooks: {
        logMethod(args, method, level) {
          method.apply(this, args);
          if (level >= AT_ONCE) lines.flushSync();
        },
      },
    },
    lines,
  );
}

/** From warnings on lines do not wait, nor do they when the process ends by itself. */
const AT_ONCE = pino.levels.values.warn!;

const STANDARD_OUTPUT = 1;

let standardOutput: LogLines | undefined;

/** The standard output, which the log of this process shares with whatever else writes lines to it. */
export function logLines(): LogLines {
  standardOutput ??= openLogLines(STANDARD_OUTPUT);
  return standardOutput;
}

/**
 * Returns a log for lines that hold nothing but fields which the caller chose and which cannot be secret. Redaction copies
 * each field of a line, which for the line of a request costs more than writing it.
 */
export function withoutRedaction(log: Log): Log {
  return log.child({}, { redact: [] });
}
