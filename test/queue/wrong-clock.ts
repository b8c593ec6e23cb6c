/** Returns a module for `--import` that falsifies a process's `new Date()` and `Date.now()`, but not its timers. */
export function clockOff(days: number): string {
  const program = `
    const offMs = ${days * 86_400_000};
    const True = Date;
    globalThis.Date = class extends True {
      constructor(...given) {
        if (given.length === 0) super(True.now() + offMs);
        else super(...given);
      }
      static now() {
        return True.now() + offMs;
      }
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}
