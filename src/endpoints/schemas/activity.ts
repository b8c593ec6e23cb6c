import { dateTime, required } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { Type } from '../../lib/schema-types.ts';

/** A leap year. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/**
 * The query parameters for the window of counts by day. @param what the things that are counted, for the descriptions
 */
export const activityWindow = (what: string) => ({
  from: required(
    dateTime({ description: `Only ${what} at or after this time.`, example: '2026-01-01T00:00:00Z' }),
  ),
  to: dateTime({
    description: `The end of the window, inclusive, at most ${MAX_DAYS} days after \`from\`. Default: current time.`,
    notBefore: 'from',
    example: '2026-02-01T00:00:00Z',
  }),
});

/** Returns the window with its end. @throws Fault 400 if the window is too long */
export function boundedWindow({ from, to }: { from: number; to?: number }): {
  fromMs: number;
  toMs?: number;
} {
  if ((to ?? Date.now()) - from > MAX_DAYS * DAY_MS) {
    throw new Fault('invalid', `to must be at most ${MAX_DAYS} days after from`);
  }
  return to === undefined ? { fromMs: from } : { fromMs: from, toMs: to };
}

/** A day as the API shows it. */
export const Day = Type.String({ format: 'date', description: 'The day, in UTC.' });

/** The number of things counted. */
export const Count = (description: string) => Type.Integer({ minimum: 1, description });
