import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { measureLargeAnswers } from '../test/torture/large-answers.ts';
import { measureLargeBodies } from '../test/torture/large-bodies.ts';
import type { Figure } from '../test/torture/promise.ts';
import type { MemoryCurve } from '../test/torture/support/resident-memory.ts';
import { describeMachine } from './machine.ts';
import { drawCurves } from './memory-plot.ts';

/**
 * `node bench/memory.ts [--quick]`: runs the programs of the promises about memory in their full form, some seven
 * minutes, draws the memory of the service's process over time in docs/memory.svg, and writes bench/MEMORY.md.
 * `--quick` runs the quick form and writes nothing.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const SEED = 20_261_121;

const machine = await describeMachine(new AbortController().signal);
const figures: Figure[] = [];
const curves: MemoryCurve[] = [];
await globalSetup();
try {
  for (const measure of [measureLargeBodies, measureLargeAnswers]) {
    const measured = await measure({ full: !values.quick, seed: SEED, say });
    figures.push(...measured.figures);
    curves.push(measured.curve);
  }
} finally {
  await globalTeardown();
}
const text = report();
say(text);
if (!values.quick) {
  await writeFile(fileURLToPath(new URL('./MEMORY.md', import.meta.url)), text);
  await writeFile(fileURLToPath(new URL('../docs/memory.svg', import.meta.url)), drawCurves(curves));
}

function report(): string {
  const table = (lines: (readonly string[])[]) => lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const rows = figures.map(({ what, value, limit, passed }) => [what, value, limit, passed ? 'yes' : 'NO']);
  return `# Memory

This page shows the full form of promises 5 and 7 of [docs/reliability.md](../docs/reliability.md), as measured by
\`node bench/memory.ts\`: the resident memory of one process with all roles, without PostgreSQL. The base of the readers is the
memory of the process after a minute of ordinary work by four clients (ingest with processing, lists, search, remaps).
During that work V8 grows its young generation, up to 134 MB. All activities share it, so a large page does not add it
again.

![Resident memory over time](../docs/memory.svg)

${table([['what', 'figure', 'limit', 'kept'], ['---', '---', '---', '---'], ...rows])}

${table([['', ''], ['---', '---'], ...machine])}
`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
