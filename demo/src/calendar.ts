/** Days are whole numbers since 1970-01-01; the calendar is the vendor's (Antwerp: UTC+1, +2 in summer). */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const QUARTERS = ['the first quarter', 'the second quarter', 'the third quarter', 'the fourth quarter'];

/** Days without calls in the year of the demo, beside the weekends. */
const HOLIDAYS = new Set(
  [
    ...['2025-11-11', '2025-12-24', '2025-12-25', '2025-12-26', '2025-12-29', '2025-12-30', '2025-12-31'],
    ...['2026-01-01', '2026-01-02', '2026-04-03', '2026-04-06', '2026-05-01', '2026-05-14', '2026-05-25'],
    ...['2026-07-21'],
  ].map(dayOf),
);

/** Returns the day of a date written YYYY-MM-DD. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

const utc = (day: number): Date => new Date(day * DAY_MS);

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  return utc(day).getUTCDay();
}

/** Returns whether a day is neither in a weekend nor a holiday. */
export function isWorkday(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(day);
}

/** Returns the first workday on or after a day. */
export function workdayFrom(day: number): number {
  let found = day;
  while (!isWorkday(found)) found++;
  return found;
}

/** Returns the day `count` workdays after a day; `count` is at least 1. */
export function addWorkdays(day: number, count: number): number {
  let found = day;
  for (let i = 0; i < count; i++) found = workdayFrom(found + 1);
  return found;
}

/** Returns the month, counted from 0. */
export function monthOf(day: number): number {
  return utc(day).getUTCMonth();
}

/** Returns the first day of the month that follows a day by `months` months. */
export function firstOfMonth(day: number, months: number): number {
  const date = utc(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
}

function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month + 1, 0) / DAY_MS;
  return last - weekdayOf(last);
}

/** Returns whether the clocks are on summer time on a workday (the change falls on a Sunday). */
function isSummerTime(day: number): boolean {
  const year = utc(day).getUTCFullYear();
  return day >= lastSunday(year, 2) && day < lastSunday(year, 9);
}

/** Returns the number of days since the clocks last changed. */
export function daysSinceClockChange(day: number): number {
  const year = utc(day).getUTCFullYear();
  const changes = [lastSunday(year - 1, 9), lastSunday(year, 2), lastSunday(year, 9)];
  return day - Math.max(...changes.filter((change) => change <= day));
}

/** Returns the milliseconds since 1970 of a minute of the vendor's day. */
export function instant(day: number, localMinute: number): number {
  const offsetMinutes = isSummerTime(day) ? 120 : 60;
  return day * DAY_MS + (localMinute - offsetMinutes) * MINUTE_MS;
}

/** Returns RFC 3339 in UTC, with milliseconds only if they are not zero. */
export function iso(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function ordinal(n: number): string {
  const teen = n >= 11 && n <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${suffix}`;
}

/** Returns "Monday". */
export const weekdayName = (day: number): string => WEEKDAYS[weekdayOf(day)]!;
/** Returns "January". */
export const monthName = (day: number): string => MONTHS[monthOf(day)]!;
/** Returns "the 3rd of March". */
export const longDate = (day: number): string => `the ${ordinal(utc(day).getUTCDate())} of ${monthName(day)}`;
/** Returns the year of a day, four digits. */
export const yearOf = (day: number): number => utc(day).getUTCFullYear();

/** Returns the spoken name of the last quarter that was complete on a day. */
export function lastQuarter(day: number): string {
  return QUARTERS[(Math.floor(monthOf(day) / 3) + 3) % 4]!;
}

/** Returns the spoken form of a coming day on `today`: "Thursday", "Thursday the 14th", "the 2nd of June". */
export function comingDay(day: number, today: number): string {
  const ahead = day - today;
  if (ahead === 1) return 'tomorrow';
  // "Thursday" is unambiguous only within the same week.
  if (ahead < 7 && weekdayOf(day) > weekdayOf(today)) return weekdayName(day);
  return ahead <= 16 ? `${weekdayName(day)} the ${ordinal(utc(day).getUTCDate())}` : longDate(day);
}

/** Returns the spoken form of a past day on `today`. */
export function pastDay(day: number, today: number): string {
  return today - day < 7 && weekdayOf(day) < weekdayOf(today) ? `last ${weekdayName(day)}` : longDate(day);
}

/** Returns the spoken form of a minute of the day: "ten o'clock", "half past two", "quarter to four". */
export function spokenTime(minute: number): string {
  const words = [
    ...['twelve', 'one', 'two', 'three', 'four', 'five', 'six'],
    ...['seven', 'eight', 'nine', 'ten', 'eleven'],
  ];
  const hour = Math.floor(minute / 60) % 12;
  const rest = minute % 60;
  if (rest === 0) return `${words[hour]} o'clock`;
  if (rest === 30) return `half past ${words[hour]}`;
  return rest < 30 ? `quarter past ${words[hour]}` : `quarter to ${words[(hour + 1) % 12]}`;
}
