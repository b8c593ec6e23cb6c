/** Returns 1234567 as "1,234,567", on every machine. */
export function grouped(amount: number): string {
  return String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
