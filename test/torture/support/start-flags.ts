import { readFileSync } from 'node:fs';

const PROGRAM = new URL('../../../bin/parley.js', import.meta.url);

/** The environment that gives a process of the service the flags of Node that `parley` gives it. */
export function startFlags(): { NODE_OPTIONS: string } {
  const list = /const FLAGS = \[(.*)\]/.exec(readFileSync(PROGRAM, 'utf8'))?.[1];
  if (list === undefined) throw new Error('bin/parley.js has no list of flags');
  return { NODE_OPTIONS: [...list.matchAll(/'([^']+)'/g)].map(([, flag]) => flag).join(' ') };
}
