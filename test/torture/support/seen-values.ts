import { type Operation, operations } from './api-document.ts';

/** Stands for what earlier answers named; which one is told when the request is sent. */
export class Seen {
  readonly kind: string;
  readonly index: number;
  readonly isNumber: boolean;

  /**
   * @param index counts from the newest, beyond the last from there again
   * @param isNumber whether JSON has a number there, and no text
   */
  constructor(kind: string, index: number, isNumber = false) {
    this.kind = kind;
    this.index = index;
    this.isNumber = isNumber;
  }
}

/** `signals` → `signal`. */
const singular = (segment: string) => segment.replace(/s$/, '');

/** Whose id a path parameter is: `/v1/meetings/{id}` names a meeting. */
function kindOfParameter(path: string, name: string): string {
  const segments = path.split('/');
  return singular(segments[segments.indexOf(`{${name}}`) - 1]!);
}

/** By parameter or field: what it names the id of, as the paths of the document tell. */
const kinds = new Map<string, string>();
for (const { path } of operations) {
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    const kind = kindOfParameter(path, name!);
    if (kind.startsWith('{')) continue;
    kinds.set(`${kind}Id`, kind);
    if (name !== 'id') kinds.set(name!, kind);
  }
}

/** @returns what a path parameter names, or undefined if it is known only together with a signature */
export function kindInPath({ path }: Operation, name: string): string | undefined {
  return path.startsWith('/downloads/') ? undefined : kindOfParameter(path, name);
}

/** @returns what a field or query parameter of this name names: `serviceMeetingId` and `meetingIds` name meetings */
export function kindOfName(name: string): string | undefined {
  const one = name.replace(/s$/, '');
  return (
    kinds.get(one) ??
    kinds.get(one.replace(/^[a-z]+(?=[A-Z])/, '').replace(/^./, (char) => char.toLowerCase()))
  );
}

type Entry = {
  value: string;
  /** What stood beside it, and what the path named under which it was found. */
  within: Record<string, string>;
};

/** So many of a kind are remembered: what there was at the start, and the newest. */
const MAX_FIRST = 5;
const MAX_NEWEST = 50;

/** Ids, keys and URLs that answers held, for later requests. */
export class SeenValues {
  readonly #entries = new Map<string, { first: Entry[]; newest: Entry[] }>();

  /** @returns undefined if nothing of the kind was seen */
  pick({ kind, index }: Seen): Entry | undefined {
    const entries = this.#entries.get(kind);
    if (!entries) return undefined;
    const all = [...entries.newest.toReversed(), ...entries.first];
    return all[index % all.length];
  }

  add(kind: string, value: string, within: Record<string, string> = {}): void {
    const entries = this.#entries.get(kind) ?? { first: [], newest: [] };
    this.#entries.set(kind, entries);
    if ([...entries.first, ...entries.newest].some((one) => one.value === value)) return;
    if (entries.first.length < MAX_FIRST) entries.first.push({ value, within });
    else entries.newest.push({ value, within });
    if (entries.newest.length > MAX_NEWEST) entries.newest.shift();
  }

  /** Takes in all that the answer to an operation names. */
  harvest(operation: Operation, params: Record<string, string>, body: unknown): void {
    const within: Record<string, string> = {};
    for (const [name, value] of Object.entries(params)) {
      const kind = kindInPath(operation, name);
      if (kind !== undefined) within[kind] = value;
    }
    const last = operation.path.split('/').findLast((segment) => !segment.startsWith('{'))!;
    this.#walk(body, singular(last), within);
  }

  #walk(value: unknown, thing: string, within: Record<string, string>): void {
    if (Array.isArray(value)) for (const item of value) this.#walk(item, thing, within);
    else if (typeof value === 'object' && value !== null) {
      // What one object names belongs together: an execution and its signal.
      const beside = { ...within };
      for (const [name, child] of Object.entries(value)) {
        const kind = typeof child === 'object' ? undefined : kindOfName(name);
        if (kind !== undefined) beside[kind] = `${child}`;
      }
      for (const [name, child] of Object.entries(value)) {
        if (typeof child === 'object') this.#walk(child, singular(name), within);
        else if (typeof child === 'string' || typeof child === 'number') {
          this.#take(name, `${child}`, thing, beside);
        }
      }
    }
  }

  #take(name: string, value: string, thing: string, within: Record<string, string>): void {
    if (name === 'key' && value.startsWith('parley_')) this.add('secret', value);
    else if (name === 'downloadUrl') this.add('download', value);
    else if (name === 'id') {
      if (kinds.has(`${thing}Id`)) this.add(thing, value, within);
    } else {
      const kind = kindOfName(name);
      if (kind !== undefined) this.add(kind, value, within);
    }
  }
}
