/**
 * CRC-32 of two byte strings joined, from the CRC-32 of each and the length of the second (below 2^32).
 *
 * Appending n bytes multiplies the first CRC by x^(8n) modulo the CRC polynomial (bits reflected).
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(powerOfX(secondLength), first) ^ second) >>> 0;
}

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** Product of two polynomials over GF(2), modulo the CRC polynomial; bit 31 is the coefficient of x^0. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** x^(8 · 2^n) for n = 0…31. */
const SQUARES = (() => {
  const squares = [0x00800000];
  while (squares.length < 32) squares.push(multiply(squares.at(-1)!, squares.at(-1)!));
  return squares;
})();

/** x^(8 · bytes). */
function powerOfX(bytes: number): number {
  let power = ONE;
  for (let bit = 0, rest = bytes; rest > 0; bit++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(SQUARES[bit]!, power);
  }
  return power;
}
