import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured log, one JSON line per event. Headers are never logged, so keys cannot be. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ['*.password', '*.key', 'headers', '*.headers'], remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}
