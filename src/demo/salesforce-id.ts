import { canonicalCrmId } from '../lib/salesforce-id.ts';
import type { Rng } from './prng.ts';
import type { DemoCrmRecord } from './types.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The first three characters of an id tell the type of the record. */
const KEY_PREFIX: Record<DemoCrmRecord['type'], string> = {
  ACCOUNT: '001',
  OPPORTUNITY: '006',
  LEAD: '00Q',
  CASE: '500',
};

/** The invented organization's place in the id space: server "Tw", then the reserved zero. */
const INSTANCE = 'Tw0';

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
  return canonicalCrmId(KEY_PREFIX[type] + INSTANCE + head + tail);
}
