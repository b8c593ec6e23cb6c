/** The reason for which a text is no JSON or is refused; the message completes "The body …". */
export class JsonFault extends Error {}

export type JsonLimits = {
  maxDepth: number;
  /** The most members of one object. */
  maxMembers: number;
  /** The number of bytes that are parsed in one step; only tests set it. */
  sliceBytes?: number;
};

/** The dearest text known (ever new member names) takes 13 ms a slice, an ordinary one half a millisecond. */
const SLICE_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** An array or object that the scan is inside of. */
type Frame = {
  isArray: boolean;
  /** The places of its bracket and of the last comma between its children (at first: the bracket). */
  open: number;
  comma: number;
  members: number;
  /** Made when a cut falls inside of it; what stands before `unread` is in it then. */
  value: unknown[] | Record<string, unknown> | undefined;
  unread: number;
  /** True if a child that was cut ends at `unread`: a comma or the end has to follow. */
  afterCutChild: boolean;
};

/**
 * Parses JSON as JSON.parse does, in steps of some milliseconds, and refuses at once what is too deep or too wide.
 * JSON.parse itself blocks the event loop for as long as the text asks: over a second for 5 MB.
 *
 * One scan keeps track of brackets and strings. At the first comma after a slice's length the text up to there is
 * parsed by JSON.parse, each container's children in brackets of their own, and put together.
 * @param bytes valid UTF-8 without a byte order mark
 * @returns steps, to be run by `runYielding`
 * @throws JsonFault
 */
export function* parseJsonInSlices(bytes: Buffer, limits: JsonLimits): Generator<void, unknown> {
  const { sliceBytes = SLICE_BYTES } = limits;
  const slices = new Slices(bytes, limits);
  let rested = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) slices.open(at, byte === OPEN_BRACKET);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) slices.close(at, byte === CLOSE_BRACKET);
    else if (byte === COLON) slices.countMember();
    else if (byte === COMMA) slices.separate(at, sliceBytes);
    if (at - rested >= sliceBytes) {
      rested = at;
      yield;
    }
  }
  return slices.finish();
}

/** @returns the index of the closing quote, or the length where the string does not end */
function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

class Slices {
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  readonly #frames: Frame[] = [];
  /** The outermost container, where a cut fell inside of it, and where it ends. */
  #root: Frame | undefined;
  #rootEnd = 0;
  /** Everything before is parsed. */
  #cutAt = 0;

  constructor(bytes: Buffer, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  open(at: number, isArray: boolean): void {
    const { maxDepth } = this.#limits;
    if (this.#frames.length === maxDepth) {
      throw new JsonFault(`must not be nested deeper than ${maxDepth} levels`);
    }
    this.#frames.push({
      isArray,
      open: at,
      comma: at,
      members: 0,
      value: undefined,
      unread: at + 1,
      afterCutChild: false,
    });
  }

  countMember(): void {
    const frame = this.#frames.at(-1);
    const { maxMembers } = this.#limits;
    if (frame && ++frame.members > maxMembers) {
      throw new JsonFault(`must not have an object of more than ${maxMembers} members`);
    }
  }

  /** A comma; the text before it is parsed where there is enough of it. */
  separate(at: number, sliceBytes: number): void {
    const frame = this.#frames.at(-1);
    if (!frame) throw unreadable(at);
    frame.comma = at;
    if (frame.afterCutChild) {
      this.#requireBlank(frame.unread, at);
      frame.afterCutChild = false;
      frame.unread = at + 1;
      this.#cutAt = at + 1;
    } else if (at - this.#cutAt >= sliceBytes) {
      this.#cut(at);
    }
  }

  close(at: number, isArray: boolean): void {
    const frame = this.#frames.pop();
    if (frame?.isArray !== isArray) throw unreadable(at);
    if (!frame.value) return;
    if (frame.afterCutChild) this.#requireBlank(frame.unread, at);
    else this.#read(frame, at);
    this.#cutAt = at + 1;
    const parent = this.#frames.at(-1);
    if (!parent) {
      this.#rootEnd = at + 1;
      return;
    }
    parent.unread = at + 1;
    parent.afterCutChild = true;
  }

  finish(): unknown {
    if (!this.#root) return parse(this.#bytes.toString('utf8'), 0, 0);
    if (this.#frames.length > 0) throw endsTooEarly();
    this.#requireBlank(this.#rootEnd, this.#bytes.length);
    return this.#root.value;
  }

  /** Makes every open container, and reads all of their children that end at this comma or before. */
  #cut(comma: number): void {
    for (const [depth, frame] of this.#frames.entries()) {
      if (frame.value) continue;
      frame.value = frame.isArray ? [] : {};
      const parent = this.#frames[depth - 1];
      if (parent) this.#readUpToChild(parent, frame);
      else {
        this.#requireBlank(0, frame.open);
        this.#root = frame;
      }
    }
    this.#read(this.#frames.at(-1)!, comma);
    this.#cutAt = comma + 1;
  }

  #readUpToChild(parent: Frame, child: Frame): void {
    if (parent.afterCutChild) throw unreadable(child.open);
    if (parent.comma >= parent.unread) this.#read(parent, parent.comma);
    if (parent.isArray) {
      this.#requireBlank(parent.unread, child.open);
      (parent.value as unknown[]).push(child.value);
      return;
    }
    const name = this.#bytes.toString('utf8', parent.unread, child.open);
    for (const key of Object.keys(parse(`{${name}null}`, parent.unread, 1) as object)) {
      define(parent.value!, key, child.value);
    }
  }

  /** Reads the children of a container from `unread` to a comma or its end; there must be one. */
  #read(frame: Frame, end: number): void {
    const text = this.#bytes.toString('utf8', frame.unread, end);
    let count = 0;
    if (frame.isArray) {
      const items = parse(`[${text}]`, frame.unread, 1) as unknown[];
      for (const item of items) (frame.value as unknown[]).push(item);
      count = items.length;
    } else {
      for (const [key, value] of Object.entries(parse(`{${text}}`, frame.unread, 1) as object)) {
        define(frame.value!, key, value);
        count++;
      }
    }
    if (count === 0) throw unreadable(end);
    frame.unread = end + 1;
  }

  #requireBlank(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = this.#bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) throw unreadable(at);
    }
  }
}

/** Sets a member as JSON.parse does: `__proto__` is a name like any other. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * @param start where the text stands in the whole
 * @param added how many characters stand before it that are not of the whole
 */
function parse(text: string, start: number, added: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message may quote the text; only the position is passed on, where it ends in one.
    const { message } = error as Error;
    const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
    if (position !== undefined)
      throw unreadable(start + Buffer.byteLength(text.slice(added, Number(position))));
    if (added === 0 && message.startsWith('Unexpected end')) throw endsTooEarly();
    throw notJson(start === 0 ? 'has a mistake' : `has a mistake after byte ${start}`);
  }
}

function notJson(why: string): JsonFault {
  return new JsonFault(`must be JSON: it ${why}`);
}

function unreadable(at: number): JsonFault {
  return notJson(`cannot be read at byte ${at}`);
}

function endsTooEarly(): JsonFault {
  return notJson('ends too early or is empty');
}
