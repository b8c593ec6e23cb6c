import type { MemoryCurve } from '../test/torture/support/resident-memory.ts';

const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [820, 200, 70, 34, 64];

/** The number of samples that are drawn; each is the largest of its interval. */
const MAX_POINTS = 800;

/** The number of lines of the scale. */
const STEPS = 4;

const ROW = 14;

const STYLE = `
  svg { --page: #fff; --text: #1f2937; --quiet: #6b7280; --grid: #e5e7eb; --mark: #9ca3af; --line: #2563eb; }
  @media (prefers-color-scheme: dark) {
    svg { --page: #0d1117; --text: #e5e7eb; --quiet: #9ca3af; --grid: #263040; --mark: #6b7280; --line: #60a5fa; }
  }
  .page { fill: var(--page); } .title { fill: var(--text); font-weight: 600; } text { fill: var(--quiet); }
  .grid { stroke: var(--grid); } .mark { stroke: var(--mark); stroke-dasharray: 3 3; }
  .line { fill: none; stroke: var(--line); stroke-width: 1.5; }`;

/** Draws each curve in a separate plot, one below the other, as SVG that is legible on light and dark pages. */
export function drawCurves(curves: readonly MemoryCurve[]): string {
  const plots = curves.map((curve, index) => plot(curve, TOP + index * (HEIGHT + GAP)));
  const height = TOP + curves.length * (HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + LEFT + 20} ${height}" font-family="system-ui, sans-serif" font-size="12">
<title>Resident memory over time</title>
<style>${STYLE}
</style>
<rect class="page" width="100%" height="100%"/>
${plots.join('\n')}
</svg>
`;
}

function plot({ title, samples, marks }: MemoryCurve, top: number): string {
  const seconds = samples.at(-1)![0];
  const most = Math.ceil(Math.max(...samples.map(([, mb]) => mb)) / 100) * 100;
  const x = (at: number) => (LEFT + (at / seconds) * WIDTH).toFixed(1);
  const y = (mb: number) => (top + HEIGHT - (mb / most) * HEIGHT).toFixed(1);
  const grid = Array.from({ length: STEPS + 1 }, (_, step) => {
    const mb = (most / STEPS) * step;
    return `<line class="grid" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(mb)}" y2="${y(mb)}"/><text x="${LEFT - 8}" y="${y(mb)}" dy="4" text-anchor="end">${mb} MB</text>`;
  });
  // Phases can be short, so their names are placed below each other.
  const phases = marks.map(([at, name], index) => {
    const isLate = at > seconds * 0.75;
    const anchor = isLate ? 'dx="-4" text-anchor="end"' : 'dx="4"';
    return `<line class="mark" x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${top + HEIGHT}"/><text x="${x(at)}" y="${top + HEIGHT - 8 - ROW * (marks.length - 1 - index)}" ${anchor}>${name}</text>`;
  });
  const points = thinned(samples).map(([at, mb]) => `${x(at)},${y(mb)}`);
  return [
    `<text class="title" x="${LEFT}" y="${top - 10}">${title}</text>`,
    ...grid,
    ...phases,
    `<text x="${LEFT + WIDTH}" y="${top + HEIGHT + 16}" text-anchor="end">${Math.round(seconds)} s</text>`,
    `<polyline class="line" points="${points.join(' ')}"/>`,
  ].join('\n');
}

function thinned(samples: MemoryCurve['samples']): MemoryCurve['samples'] {
  const together = Math.ceil(samples.length / MAX_POINTS);
  const points: MemoryCurve['samples'] = [];
  for (let from = 0; from < samples.length; from += together) {
    const some = samples.slice(from, from + together);
    points.push([some[0]![0], Math.max(...some.map(([, mb]) => mb))]);
  }
  return points;
}
