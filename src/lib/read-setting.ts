/** Readers of single settings: each takes the variables, tells what is wrong of the named one, and then gives a stand-in. */
type Variables = Record<string, string | undefined>;

/** @returns `fallback` where the variable is not set */
export function readPort<Fallback extends number | undefined>(
  env: Variables,
  name: string,
  fallback: Fallback,
  faults: string[],
): number | Fallback {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  faults.push(`${name} must be a port, a whole number from 0 (any free one) to 65535`);
  return fallback;
}

/** An http or https URL without a slash at the end; undefined where the variable is not set. */
export function readUrl(env: Variables, name: string, faults: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^https?:\/\/[^?#@\s]+$/.test(text) || !URL.canParse(text)) {
    faults.push(
      `${name} must be an http or https URL without user, query and fragment, for example https://parley.example.com`,
    );
    return undefined;
  }
  return text.replace(/\/+$/, '');
}

/** A whole number above 0, ` of` something; undefined where the variable is not set. */
export function readCount(env: Variables, name: string, faults: string[], of = ''): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  faults.push(`${name} must be a whole number${of} above 0`);
  return undefined;
}

/** Bytes, of which there may be none; undefined where the variable is not set. */
export function readSize(env: Variables, name: string, faults: string[]): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  faults.push(`${name} must be a whole number of bytes, or 0`);
  return undefined;
}

/** Days above 0, which may be a fraction; undefined where the variable is not set. */
export function readDays(env: Variables, name: string, faults: string[]): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (/^\d{1,5}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0) return Number(text);
  faults.push(`${name} must be a number of days above 0 and below 100000, for example 90 or 0.5`);
  return undefined;
}

/** `true` or `false`; false where the variable is not set. */
export function readFlag(env: Variables, name: string, faults: string[]): boolean {
  const text = env[name];
  if (text && text !== 'true' && text !== 'false') faults.push(`${name} must be true or false`);
  return text === 'true';
}
