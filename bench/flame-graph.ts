/** A V8 CPU profile in the inspector's form: a tree of calls, and the node that ran at each sample. */
export type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
};

type CallFrame = { functionName: string; url: string; lineNumber: number };

/** A call with its position in the tree, and the microseconds in it and in all that it called. */
export type Frame = {
  name: string;
  place: string;
  kind: Kind;
  self: number;
  total: number;
  children: Map<string, Frame>;
};

/** The origin of the code. */
export type Kind = 'parley' | 'packages' | 'node' | 'system' | 'gc';

/** Waiting takes no CPU time. */
const IDLE = '(idle)';

export function framesOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const root: Frame = { name: 'all', place: '', kind: 'node', self: 0, total: 0, children: new Map() };
  for (const [index, id] of samples.entries()) {
    if (byId.get(id)!.callFrame.functionName === IDLE) continue;
    const path: CallFrame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      path.unshift(byId.get(at)!.callFrame);
    const time = timeDeltas[index]!;
    let frame = root;
    frame.total += time;
    for (const call of path.slice(1)) {
      frame = childOf(frame, call);
      frame.total += time;
    }
    frame.self += time;
  }
  return root;
}

function childOf(parent: Frame, { functionName, url, lineNumber }: CallFrame): Frame {
  const place = placeOf(url);
  const key = `${functionName} ${url} ${lineNumber}`;
  const known = parent.children.get(key);
  if (known) return known;
  const name = functionName || '(anonymous)';
  const frame = { name, place, kind: kindOf(name, place), self: 0, total: 0, children: new Map() };
  parent.children.set(key, frame);
  return frame;
}

/** Returns `src/http/send.ts`, `pg/lib/query.js` or `node:zlib`; an empty string for code without a file. */
function placeOf(url: string): string {
  const [, inPackage] = /.*\/node_modules\/(.*)$/.exec(url) ?? [];
  return inPackage ?? url.replace(/^.*\/(?=src\/)/, '');
}

function kindOf(name: string, place: string): Kind {
  if (name === '(garbage collector)') return 'gc';
  if (place === '') return 'system';
  if (place.startsWith('node:')) return 'node';
  return place.startsWith('src/') ? 'parley' : 'packages';
}

const COLOURS: Record<Kind, string> = {
  parley: '#60a5fa',
  packages: '#fbbf24',
  node: '#a3e635',
  system: '#f9a8d4',
  gc: '#f87171',
};

const NAMES: Record<Kind, string> = {
  parley: 'Parley',
  packages: 'packages',
  node: 'Node',
  system: 'system calls and V8',
  gc: 'garbage collection',
};

const [WIDTH, ROW, TOP] = [1200, 18, 58];
const CHARACTER = 6.6;

/** Narrower boxes are omitted, with all above them. */
const MIN_WIDTH = 1.5;

/** Draws the calls as SVG, in boxes as wide as their time, each above its caller; a box shows its figures on hover. */
export function drawFlameGraph(title: string, root: Frame): string {
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, level: number) => {
    const width = (frame.total / root.total) * WIDTH;
    if (width < MIN_WIDTH) return;
    depth = Math.max(depth, level);
    boxes.push(box(frame, { x, level, width, share: frame.total / root.total }));
    let at = x;
    for (const child of [...frame.children.values()].sort((a, b) => b.total - a.total)) {
      draw(child, at, level + 1);
      at += (child.total / root.total) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = TOP + (depth + 1) * ROW + 8;
  const legend = (Object.keys(COLOURS) as Kind[]).map(
    (kind, index) =>
      `<rect x="${index * 170}" y="30" width="12" height="12" fill="${COLOURS[kind]}"/><text class="legend" x="${index * 170 + 18}" y="40">${NAMES[kind]}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-monospace, monospace" font-size="11">
<title>${escaped(title)}</title>
<style>svg { --page: #fff; --text: #1f2937; } @media (prefers-color-scheme: dark) { svg { --page: #0d1117; --text: #e5e7eb; } }
.page { fill: var(--page); } .title, .legend { fill: var(--text); } .title { font-weight: 600; font-size: 14px; } .box text { fill: #111827; pointer-events: none; } .box rect { stroke: var(--page); stroke-width: 0.5; }</style>
<rect class="page" width="100%" height="100%"/>
<text class="title" x="0" y="18">${escaped(title)}</text>
${legend.join('\n')}
${boxes.join('\n')}
</svg>
`;
}

function box(
  { name, place, kind, self, total }: Frame,
  { x, level, width, share }: { x: number; level: number; width: number; share: number },
): string {
  const y = TOP + level * ROW;
  const shown = name.slice(0, Math.max(0, Math.floor((width - 4) / CHARACTER)));
  const label =
    shown.length > 2 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>` : '';
  const of = `${(share * 100).toFixed(1)} %, ${((self / total) * 100).toFixed(0)} % of it itself`;
  return `<g class="box"><title>${escaped(`${name} ${place}: ${of}`)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[kind]}"/>${label}</g>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the functions with the largest self time over all callers, as shares of the total. */
export function mostCostly(root: Frame, count: number): { name: string; place: string; share: number }[] {
  const shares = new Map<string, { name: string; place: string; share: number }>();
  const add = ({ name, place, self, children }: Frame) => {
    const known = shares.get(`${name} ${place}`) ?? { name, place, share: 0 };
    known.share += self / root.total;
    shares.set(`${name} ${place}`, known);
    for (const child of children.values()) add(child);
  };
  add(root);
  return [...shares.values()].sort((a, b) => b.share - a.share).slice(0, count);
}
