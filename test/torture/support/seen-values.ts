import { type Operation, operations } from './api-document.ts';

/** A placeholder for a value from earlier responses, which is resolved when the request is sent. */
export class Seen {
  readonly kind: string;
  readonly index: number;
  readonly isNumber: boolean;

  /**
   * @param index counts from the newest, and wraps after the last
   * @param isNumber true if JSON has a number there instead of a text
   */
  constructor(kind: string, index: number, isNumber = false) {
    this.kind = kind;
    this.index = index;
    this.isNumber = isNumber;
  }
}

/** `signals` → `signal`. */
const singular = (segment: string) => segment.replace(/s$/, '');

/** Returns the kind of resource of a path parameter: `/v1/meetings/{id}` names a meeting. */
function kindOfParameter(path: string, name: string): string {
  const segments = path.split('/');
  return singular(segments[segments.indexOf(`{${name}}`) - 1]!);
}

/** The kinds of resources by parameter or field, from the paths of the document. */
const kinds = new Map<string, string>();
for (const { path } of operations) {
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    const kind = kindOfParameter(path, name!);
    if (kind.startsWith('{')) continue;
    kinds.set(`${kind}Id`, kind);
    if (name !== 'id') kinds.set(name!, kind);
  }
}

/** @returns the kind that a path parameter names, or undefined if it is only valid with a signature */
export function kindInPath({ path }: Operation, name: string): string | undefined {
  return path.startsWith('/downloads/') ? undefined : kindOfParameter(path, name);
}

/** @returns the kind that a field or query parameter names: `serviceMeetingId` and `meetingIds` name meetings */
export function kindOfName(name: string): string | undefined {
  const one = name.replace(/s$/, '');
  return (
    kinds.get(one) ??
    kinds.get(one.replace(/^[a-z]+(?=[A-Z])/, '').replace(/^./, (char) => char.toLowerCase()))
  );
}

type Entry = {
  value: string;
  /** The ids beside it, and those in the path of its request. */
  within: Record<string, string>;
};

/** The numbers of values of a kind that are kept: the first ones and the newest ones. */
const MAX_FIRST = 5;
const MAX_NEWEST = 50;

/** Ids, keys and URLs from responses, for later requests. */
export class SeenValues {
  readonly #entries = new Map<string, { first: Entry[]; newest: Entry[] }>();

  /** @returns undefined if no value of the kind was seen */
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

  /** Stores all values in the response of an operation. */
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
      // The ids in one object belong together, for example an execution and its signal.
      const beside = { ...within };
      for (const [name, child] of Object.entries(value)) {
        const kind = typeof child === 'object' ? undefined : kindOfName(name);
        if (kind !== undefined) beside[kind] = `${child}`;
      }
      for (const [name, child] of Object.entries(value)) {
        if (name === 'backtestId' && 'signalId' in value) this.add('backtest of a signal', `${child}`);
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
    else if (name === 'url' && value.includes('/export/')) this.add('export file', value);
    else if (name === 'cursor') this.add('cursor', value);
    else if (name === 'id') {
      if (kinds.has(`${thing}Id`)) this.add(thing, value, within);
    } else {
      const kind = kindOfName(name);
      if (kind !== undefined) this.add(kind, value, within);
    }
  }
}
