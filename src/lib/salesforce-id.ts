const FIFTEEN = /^[A-Za-z0-9]{15}$/;
const SUFFIX = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/**
 * The form in which CRM ids are kept and compared: 15 letters and digits are a Salesforce id and get the
 * 3-character suffix that tells upper from lower case; every other text stays as it is.
 * Source: Salesforce's published 15-to-18 rule (per 5 characters, bit n is set where character n is upper case).
 */
export function canonicalCrmId(id: string): string {
  if (!FIFTEEN.test(id)) return id;
  let suffix = '';
  for (let chunk = 0; chunk < 3; chunk++) {
    let bits = 0;
    for (let position = 0; position < 5; position++) {
      const char = id[chunk * 5 + position]!;
      if (char >= 'A' && char <= 'Z') bits |= 1 << position;
    }
    suffix += SUFFIX[bits];
  }
  return id + suffix;
}
