import type { Rng } from './prng.ts';
import type { DemoCrmRecord } from './types.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SUFFIX_CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The first three characters of an id tell the type of the record. */
const KEY_PREFIX: Record<DemoCrmRecord['type'], string> = {
  ACCOUNT: '001',
  OPPORTUNITY: '006',
  LEAD: '00Q',
  CASE: '500',
};

/** The invented organization's place in the id space: server "Tw", then the reserved zero. */
const INSTANCE = 'Tw0';

/**
 * The 18-character form of a 15-character id: one more character for each five, whose bits say which
 * of the five are capitals, so that the id can be compared without case.
 */
export function withSuffix(id15: string): string {
  let suffix = '';
  for (let start = 0; start < 15; start += 5) {
    let bits = 0;
    for (let i = 0; i < 5; i++) {
      const char = id15.charAt(start + i);
      if (char >= 'A' && char <= 'Z') bits |= 1 << i;
    }
    suffix += SUFFIX_CHARS.charAt(bits);
  }
  return id15 + suffix;
}

/** A new 18-character id. `serial` makes it unique within its type: it fills five of the characters. */
export function salesforceId(type: DemoCrmRecord['type'], serial: number, rng: Rng): string {
  let tail = '';
  let rest = serial;
  for (let i = 0; i < 5; i++) {
    tail = DIGITS.charAt(rest % 62) + tail;
    rest = Math.floor(rest / 62);
  }
  let head = '';
  for (let i = 0; i < 4; i++) head += DIGITS.charAt(rng.int(0, 61));
  return withSuffix(KEY_PREFIX[type] + INSTANCE + head + tail);
}
