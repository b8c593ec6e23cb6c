/** Megabytes over seconds, and when which phase began. */
export type Curve = {
  title: string;
  samples: [seconds: number, megabytes: number][];
  marks: [seconds: number, name: string][];
};

const [WIDTH, HEIGHT, LEFT, TOP, GAP] = [820, 200, 60, 34, 60];

/** Draws each curve in a plot of its own, one below the other, as SVG that reads on light and dark pages. */
export function drawCurves(curves: readonly Curve[]): string {
  const plots = curves.map((curve, index) => plot(curve, TOP + index * (HEIGHT + GAP)));
  const height = TOP + curves.length * (HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + LEFT + 20} ${height}" font-family="system-ui, sans-serif" font-size="12">
<title>Resident memory over time</title>
<rect width="100%" height="100%" fill="#fff"/>
${plots.join('\n')}
</svg>
`;
}

function plot({ title, samples, marks }: Curve, top: number): string {
  const seconds = samples.at(-1)![0];
  const most = Math.ceil(Math.max(...samples.map(([, mb]) => mb)) / 100) * 100;
  const x = (at: number) => (LEFT + (at / seconds) * WIDTH).toFixed(1);
  const y = (mb: number) => (top + HEIGHT - (mb / most) * HEIGHT).toFixed(1);
  const lines = [0, 0.5, 1].map((share) => {
    const mb = most * share;
    return `<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(mb)}" y2="${y(mb)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(mb)}" dy="4" text-anchor="end" fill="#555">${mb} MB</text>`;
  });
  const phases = marks.map(
    ([at, name]) =>
      `<line x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${top + HEIGHT}" stroke="#999" stroke-dasharray="3 3"/><text x="${x(at)}" y="${top + 12}" dx="4" fill="#555">${name}</text>`,
  );
  return [
    `<text x="${LEFT}" y="${top - 10}" font-weight="600" fill="#222">${title}</text>`,
    ...lines,
    ...phases,
    `<text x="${LEFT + WIDTH}" y="${top + HEIGHT + 16}" text-anchor="end" fill="#555">${Math.round(seconds)} s</text>`,
    `<polyline fill="none" stroke="#2563eb" stroke-width="1.5" points="${samples.map(([at, mb]) => `${x(at)},${y(mb)}`).join(' ')}"/>`,
  ].join('\n');
}
