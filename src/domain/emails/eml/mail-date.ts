import { parseDateTime } from '../../../lib/time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Zones by name (RFC 5322, 4.3), in minutes east of UTC. Unknown names are ignored. */
const ZONES: Record<string, number> = {
  ...{ ut: 0, utc: 0, gmt: 0, z: 0, est: -300, edt: -240, cst: -360, cdt: -300 },
  ...{ mst: -420, mdt: -360, pst: -480, pdt: -420, cet: 60, cest: 120 },
};

/** `Sat, 31 Jan 2026 09:30:00 +0100`, and the shorter forms that old and careless programs write. */
const RFC_5322 =
  /^(?:[a-z]+\.?,? )?(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4}|\d{2}),? (\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?(?: ?(\S+))?/i;

/** `Sat Jan 31 09:30:00 2026`, as the C library writes it. */
const ASCTIME = /^[a-z]{3},? ([a-z]{3}) (\d{1,2}) (\d{1,2}):(\d{2}):(\d{2})(?: ([a-z+-]\S*))? (\d{4})/i;

/** `isZoneKnown` is false if no zone can be read; UTC is then assumed. */
export type MailDate = { ms: number; isZoneKnown: boolean };

/** Reads the value of a Date header; undefined if there is no date in it. */
export function parseMailDate(value: string): MailDate | undefined {
  const text = value
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const ms = parseDateTime(text);
  if (ms !== undefined) return { ms, isZoneKnown: true };
  const usual = RFC_5322.exec(text);
  if (usual) {
    const [, day, month, year, hour, minute, second, zone] = usual;
    return instant([year!, month!, day!, hour!, minute!, second ?? '0'], zone);
  }
  const other = ASCTIME.exec(text);
  if (!other) return undefined;
  const [, month, day, hour, minute, second, zone, year] = other;
  return instant([year!, month!, day!, hour!, minute!, second!], zone);
}

function instant(
  parts: [string, string, string, string, string, string],
  zone?: string,
): MailDate | undefined {
  const [year, month, day, hour, minute, second] = parts;
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  if (monthIndex < 0) return undefined;
  // RFC 5322, 4.3: years of two digits are 1950 to 2049.
  const fullYear = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`;
  const two = (text: string | number) => `${text}`.padStart(2, '0');
  const date = `${fullYear}-${two(monthIndex + 1)}-${two(day)}`;
  const utcMs = parseDateTime(`${date}T${two(hour)}:${two(minute)}:${two(second)}Z`);
  if (utcMs === undefined) return undefined;
  const east = zone === undefined ? undefined : minutesEast(zone);
  const ms = utcMs - (east ?? 0) * 60_000;
  return { ms, isZoneKnown: east !== undefined };
}

function minutesEast(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})$/i.exec(zone) ?? [];
  if (sign === undefined) return ZONES[zone.toLowerCase()];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}
