/** Spellings of a path that some servers or libraries treat as another path, or as the same one. */
const DETOURS: readonly [string, string][] = [
  ['/downloads/', '/downloads//'],
  ['/downloads/', '//downloads/'],
  ['/downloads/', '/downloads/./'],
  ['/downloads/', '/downloads/x/../'],
  ['/downloads/', '/x/../downloads/'],
  ['/downloads/', '/downloads/%2e%2e/downloads/'],
  ['/downloads/', '/downloads/..%2f..%2f..%2f..%2fetc%2fpasswd/../'],
  ['/downloads/', '/Downloads/'],
  ['/downloads/', '/downloads;x/'],
  ['/downloads/', '\\downloads\\'],
  ['/downloads/', '/%64ownloads/'],
  ['/meeting/', '%2Fmeeting%2F'],
  ['/meeting/', '/meeting/../meeting/'],
  ['/meeting/', '/meeting//'],
  ['/meeting/', '/meeting/%2e%2e%2f%2e%2e%2f'],
  ['/meeting/', '/meeting/..%5c..%5c'],
  ['?', '/?'],
  ['?', '%3F'],
  ['?', '?&'],
  ['?', '??'],
  ['?', '#?'],
  ['&name=', '&&name='],
  ['&name=', ';name='],
  ['%', '%25'],
  ['&signature=', '&Signature='],
  ['&signature=', '&signature=&signature='],
  ['&signature=', '&signature[]='],
  ['&kid=', '&kid=0&kid='],
  ['&kid=', '&kid=-'],
];

/**
 * Alters a signed path and query: characters, parameters, the path, or parts taken from another one.
 * @param other another path that was signed
 * @returns a valid target of a request line that equals neither of the two
 */
export function alter(signed: string, other: string, random: () => number): string {
  for (;;) {
    const altered = once(signed, other, random);
    if (altered !== signed && altered !== other && /^\/[\u0021-\u00ff]*$/.test(altered)) return altered;
  }
}

function once(signed: string, other: string, random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const at = below(signed.length);
  const character = () => String.fromCharCode(0x21 + below(0xff - 0x21));
  const parameters = () => signed.slice(signed.indexOf('?') + 1).split('&');
  const path = signed.slice(0, signed.indexOf('?'));
  const withParameters = (all: string[]) => `${path}?${all.join('&')}`;
  const replaceAt = (text: string) => signed.slice(0, at) + text + signed.slice(at + 1);
  return pick<() => string>([
    () => replaceAt(character()),
    () => signed.slice(0, at) + character() + signed.slice(at),
    () => signed.slice(0, at) + signed.slice(at + 1 + below(8)),
    () => replaceAt(String.fromCharCode(signed.charCodeAt(at) ^ (1 << below(7)))),
    () => replaceAt(pick(['', ...[signed[at]!.toUpperCase(), signed[at]!.toLowerCase()]])),
    () => replaceAt(`%${signed.charCodeAt(at).toString(16).padStart(2, '0')}`),
    () => signed.slice(0, at) + other.slice(at),
    () => other.slice(0, at) + signed.slice(at),
    () => withParameters(parameters().filter((_, index) => index !== below(5))),
    () => withParameters(parameters().sort(() => random() - 0.5)),
    () => {
      const all = parameters();
      const one = pick(all);
      return withParameters(random() < 0.5 ? [...all, one] : [one, ...all]);
    },
    () =>
      signed.replace(
        /expires=\d+/,
        `expires=${pick(['9', '0', '+', '%20', '-1', '1e99', '0x'])}${Date.now() + below(1e9)}`,
      ),
    () => signed.replace(/expires=(\d+)/, (_, ms: string) => `expires=${Number(ms) + 1 + below(100_000)}`),
    () => signed.replace(/expires=/, '$&9999999999999&expires='),
    () =>
      signed.replace(
        /(org|meeting)\/(\d+)/,
        (_, what: string, id: string) => `${what}/${Number(id) + 1 + below(5)}`,
      ),
    () =>
      signed.replace(/[0-9a-f]{64}$/, (hex) =>
        pick([
          hex.toUpperCase(),
          hex.slice(0, below(64)),
          `${hex}0`,
          '0'.repeat(64),
          '',
          Buffer.from(hex, 'hex').toString('base64url'),
        ]),
      ),
    () =>
      signed.replace(
        /type=[^&]+/,
        `type=${pick(['text%2Fhtml', 'image%2Fsvg%2Bxml', 'application%2Fjavascript'])}`,
      ),
    () =>
      signed.replace(/name=[^&]+/, `name=${pick(['evil.exe', '..%2F..%2Fpasswd', 'a%0d%0aSet-Cookie:x'])}`),
    () =>
      signed.replace(
        /kid=[^&]+/,
        `kid=${pick(['0', '2', '99', '__proto__', 'constructor', '1%20', '01', "1'or'1"])}`,
      ),
    () => {
      const [from, to] = pick(DETOURS);
      return signed.replace(from, to);
    },
    () => signed + pick(['&x=1', '#', '%00', '%20', ';', '/', '&', '?', signed]),
  ])();
}
