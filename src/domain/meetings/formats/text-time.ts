const MS_PER_SECOND = 1000;

/** The source of a pattern that matches `0:03`, `62:05`, `1:02:03` and `00:00:03.250`; it has no groups. */
export const TEXT_TIME = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{3})?`;

const PARTS = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{3}))?$/;

/** Reads a time of the form {@link TEXT_TIME} in milliseconds; undefined if it is none, such as `1:75`. */
export function textTimeMs(text: string): number | undefined {
  const [, hours, minutes = '', seconds = '', fraction = '0'] = PARTS.exec(text) ?? [];
  if (minutes === '' || Number(seconds) > 59) return undefined;
  if (hours !== undefined && Number(minutes) > 59) return undefined;
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * MS_PER_SECOND + Number(fraction);
}
