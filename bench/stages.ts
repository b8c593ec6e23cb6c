import type { Frame } from './flame-graph.ts';

/** The stages of a request, each with the code that belongs to it: what a function calls belongs to its stage, too. */
const STAGES: readonly { name: string; isOf(frame: Frame): boolean }[] = [
  { name: 'garbage collection', isOf: ({ kind }) => kind === 'gc' },
  {
    name: 'log line and metrics',
    isOf: ({ place }) => /^(?:pino|prom-client|quick-format)|^src\/lib\/log/.test(place),
  },
  { name: 'key', isOf: ({ place }) => /^src\/(?:http\/authenticate|domain\/keys)/.test(place) },
  {
    name: 'statements and their rows',
    isOf: ({ place }) => /^(?:pg|pg-protocol)\/|^src\/db\/|^src\/lib\/share-next/.test(place),
  },
  {
    name: 'body: joined, deflated or inflated',
    isOf: ({ place }) => /^src\/lib\/gzip|^node:zlib|^node:internal\/zlib/.test(place),
  },
  {
    name: 'response: headers and writing to the socket',
    isOf: ({ name, place }) =>
      /^(?:node:_http_outgoing|fastify\/lib\/reply)/.test(place) ||
      (place.startsWith('node:_http_server') && name.startsWith('write')),
  },
  { name: 'parameters and handler', isOf: ({ place }) => /^src\/(?:endpoints|domain|http)\//.test(place) },
  {
    name: 'HTTP parser, routing and hooks',
    isOf: ({ place }) => /^(?:node:_http|fastify|find-my-way|avvio)/.test(place),
  },
];

const REST = 'event loop, timers and the rest';

/** Returns the share of each stage in the time of the calls, in the order of the stages. */
export function sharesOfStages(root: Frame): { name: string; share: number }[] {
  const times = new Map([...STAGES.map(({ name }) => name), REST].map((name) => [name, 0]));
  const add = (frame: Frame, outer: string) => {
    const stage = STAGES.find((one) => one.isOf(frame))?.name ?? outer;
    times.set(stage, times.get(stage)! + frame.self);
    for (const child of frame.children.values()) add(child, stage);
  };
  add(root, REST);
  return [...times].map(([name, time]) => ({ name, share: time / root.total }));
}
