import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured log, one JSON line per event. Headers are never logged, so neither keys nor cookies can be. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.key', '*.token', '*.cookie', 'headers', '*.headers'], remove: true },
  };
  if (destination) return pino(options, destination);
  const lines = toStandardOutput();
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

/** Lines wait for others to be written with, as a write for each was a tenth of what a small request cost. */
const LINES_BYTES = 4096;
const LINES_WAIT_MS = 100;

/** From warnings on lines do not wait, nor do they when the process ends by itself. */
const AT_ONCE = pino.levels.values.warn!;

function toStandardOutput() {
  const lines = pino.destination({ fd: 1, sync: true, minLength: LINES_BYTES, periodicFlush: LINES_WAIT_MS });
  process.on('exit', () => lines.flushSync());
  return lines;
}
