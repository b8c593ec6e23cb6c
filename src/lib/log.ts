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
  return destination ? pino(options, destination) : pino(options);
}
