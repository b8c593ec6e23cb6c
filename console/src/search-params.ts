/**
 * Search parameters of screens: what stands in the URL is parsed by these, and what does not fit is left out, so that
 * a mistyped or old link still opens. Lists are comma-separated, so that URLs stay readable.
 */

/** Reads one value from the URL (always text) or from `navigate` (already typed); undefined where it does not fit. */
export type Param<T> = (raw: unknown) => T | undefined;

const MAX_TEXT_LENGTH = 500;
const MAX_LIST_LENGTH = 50;

/** Text that is not empty. */
export const text: Param<string> = (raw) => {
  if (typeof raw === 'number') return String(raw);
  return typeof raw === 'string' && raw !== '' ? raw.slice(0, MAX_TEXT_LENGTH) : undefined;
};

/** A whole number between two bounds, both included. */
export const whole =
  (minimum: number, maximum = 2_147_483_647): Param<number> =>
  (raw) => {
    const number = typeof raw === 'string' && /^\d{1,16}$/.test(raw) ? Number(raw) : raw;
    const fits = Number.isSafeInteger(number) && Number(number) >= minimum && Number(number) <= maximum;
    return fits ? Number(number) : undefined;
  };

/** One of the given words. */
export const oneOf =
  <const T extends string>(...words: readonly T[]): Param<T> =>
  (raw) =>
    words.find((word) => word === raw);

/** Present or not: `true` in the URL. */
export const flag: Param<true> = (raw) => (raw === true || raw === 'true' ? true : undefined);

/** A day as `YYYY-MM-DD`. */
export const day: Param<string> = (raw) =>
  typeof raw === 'string' && /^\d{4}-\d\d-\d\d$/.test(raw) && !Number.isNaN(Date.parse(raw))
    ? raw
    : undefined;

/** Several of `item`, comma-separated in the URL; at least one. */
export const list =
  <T>(item: Param<T>): Param<T[]> =>
  (raw) => {
    const parts = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [];
    const fitting = parts.map(item).filter((part) => part !== undefined);
    return fitting.length > 0 ? fitting.slice(0, MAX_LIST_LENGTH) : undefined;
  };

type Shape = Record<string, Param<unknown>>;

/** The parsed parameters of a shape. */
export type SearchOf<S extends Shape> = { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> };

/**
 * `validateSearch` of a route: the parameters of the shape that fit. Those that do not are there as undefined: the router
 * puts this over the raw search, which would show through what is left out.
 */
export function searchOf<S extends Shape>(shape: S): (raw: Record<string, unknown>) => SearchOf<S> {
  return (raw) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, read]) => [name, read(raw[name])] as const),
    ) as SearchOf<S>;
}

/** The parameters of every paged list. */
export const paging = { page: whole(1), size: whole(1, 50) };

/** `?a=1&b=x,y` to `{a: '1', b: 'x,y'}`: every value stays text, the route's shape gives it its type. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The reverse of `parseSearch`; leaves out what has no value. Escapes no more than a query must (RFC 3986). */
export function stringifySearch(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (pairs.length === 0) return '';
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
  const readable = query.toString().replace(/%(2C|40|3A|2F|3F)/g, (escaped) => decodeURIComponent(escaped));
  return `?${readable}`;
}
