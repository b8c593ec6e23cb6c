import type { Rng } from './prng.ts';
import type { DemoCrmRecord } from './types.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The suffix characters by a number whose bits mark upper-case characters, as Salesforce documents. */
const SUFFIXES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The first three characters of an id, which identify the type of the record. */
const KEY_PREFIX: Record<DemoCrmRecord['type'], string> = {
  ACCOUNT: '001',
  OPPORTUNITY: '006',
  LEAD: '00Q',
  CASE: '500',
};

/** The instance of the invented organization in ids: server "Tw", then the reserved zero. */
const INSTANCE = 'Tw0';

/** Returns a new 18-character id. `serial`, in five of the characters, makes it unique within its type. */
export function salesforceId(type: DemoCrmRecord['type'], serial: number, rng: Rng): string {
  let tail = '';
  let rest = serial;
  for (let i = 0; i < 5; i++) {
    tail = DIGITS.charAt(rest % 62) + tail;
    rest = Math.floor(rest / 62);
  }
  let head = '';
  for (let i = 0; i < 4; i++) head += DIGITS.charAt(rng.int(0, 61));
  const id = KEY_PREFIX[type] + INSTANCE + head + tail;
  return id + [id.slice(0, 5), id.slice(5, 10), id.slice(10)].map(suffixOf).join('');
}

/** Returns the suffix character that marks the upper-case characters of five: bit n is for character n. */
function suffixOf(chunk: string): string {
  const bits = [...chunk].reduce((sum, char, n) => sum + (char >= 'A' && char <= 'Z' ? 1 << n : 0), 0);
  return SUFFIXES.charAt(bits);
}
