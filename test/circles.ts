/**
 * Circles of things that depend on each other, as `a → b → a`. Every circle has at least one thing in the answer, but
 * circles that share things may be told as one: break it, and ask again.
 * @param dependencies what each thing depends on; what is not a key is left out of account
 */
export function circlesOf(dependencies: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(dependencies);
  const circles: string[] = [];
  for (;;) {
    removeEnds(left);
    const [start] = left.keys();
    if (start === undefined) return circles;
    const trail = [start];
    for (;;) {
      // Everything that is left depends on something that is left.
      const next = left.get(trail.at(-1)!)!.find((one) => left.has(one))!;
      const begin = trail.indexOf(next);
      trail.push(next);
      if (begin < 0) continue;
      circles.push(trail.slice(begin).join(' → '));
      left.delete(next);
      break;
    }
  }
}

/** Removes what depends on nothing that is left, as it is in no circle, until all that is left depends on something. */
function removeEnds(left: Map<string, readonly string[]>): void {
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [one, others] of left) if (!others.some((other) => left.has(other))) left.delete(one);
  }
}
