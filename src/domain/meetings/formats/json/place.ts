import { parseDateTime } from '../../../../lib/time.ts';
import { TranscriptFormatError } from '../types.ts';

const MS_PER_SECOND = 1000;
const NUMBER = /^\d{1,15}(?:\.\d{1,18})?$/;
const CLOCK = /^(?:(\d{1,4}):)?(\d{1,3}):([0-5]?\d)(?:[.,](\d{1,9}))?$/;
const SECONDS_WITH_UNIT = /^(\d{1,12}(?:\.\d{1,9})?)s$/;

/** The longest meeting that is read; a later time is in another unit than the format has, or broken. */
const MAX_OFFSET_MS = 100 * 24 * 3600 * MS_PER_SECOND;

/**
 * A value in a JSON document and the path that leads to it, such as `results.channels[0].alternatives`. Every reading
 * method throws TranscriptFormatError with the path if the value is absent or has another type. `null` is absent.
 */
export class JsonPlace {
  readonly value: unknown;
  readonly #parent: JsonPlace | undefined;
  readonly #key: string | number;

  constructor(value: unknown, parent?: JsonPlace, key: string | number = '') {
    this.value = value;
    this.#parent = parent;
    this.#key = key;
  }

  /** The path from the top of the document; empty for the document itself. */
  get path(): string {
    if (this.#parent === undefined) return `${this.#key}`;
    const before = this.#parent.path;
    if (typeof this.#key === 'number') return `${before}[${this.#key}]`;
    return before === '' ? this.#key : `${before}.${this.#key}`;
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  get isText(): boolean {
    return typeof this.value === 'string';
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** Returns a member of an object; its value is undefined if the object does not have it, or is absent. */
  at(name: string): JsonPlace {
    if (this.isAbsent) return new JsonPlace(undefined, this, name);
    if (typeof this.value !== 'object' || this.isList) this.refuse('must be an object');
    const object = this.value as Record<string, unknown>;
    return new JsonPlace(Object.hasOwn(object, name) ? object[name] : undefined, this, name);
  }

  /** Returns the first of some members that is not absent, or else the first of them. */
  either(...names: string[]): JsonPlace {
    const places = names.map((name) => this.at(name));
    return places.find((place) => !place.isAbsent) ?? places[0]!;
  }

  /** Returns the items of an array. */
  list(): JsonPlace[] {
    if (!Array.isArray(this.value)) this.refuse('must be an array');
    return (this.value as unknown[]).map((item, index) => new JsonPlace(item, this, index));
  }

  /** Returns the items of an array; none if it is absent. */
  optionalList(): JsonPlace[] {
    return this.isAbsent ? [] : this.list();
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.refuse('must be text');
  }

  /** Returns a text that is not empty; undefined if it is absent or blank. */
  optionalText(): string | undefined {
    const text = this.isAbsent ? '' : this.text();
    return text.trim() === '' ? undefined : text.trim();
  }

  /** Returns an identifier: a text, or a number as text. Undefined if it is absent or blank. */
  optionalId(): string | undefined {
    return typeof this.value === 'number' ? `${this.value}` : this.optionalText();
  }

  number(): number {
    return typeof this.value === 'number' ? this.value : this.refuse('must be a number');
  }

  /** Reads a position in seconds, as a number or a text of one. @returns milliseconds */
  seconds(): number {
    return this.#offset(this.#number('seconds, as a number') * MS_PER_SECOND);
  }

  /** Reads a position in milliseconds, as a number or a text of one. */
  milliseconds(): number {
    return this.#offset(this.#number('milliseconds, as a number'));
  }

  /** Reads a position that is counted in samples of audio. @returns the number */
  samples(): number {
    return this.#number('a number of samples');
  }

  /** Reads a position as `HH:MM:SS` or `MM:SS`, with a fraction or without. @returns milliseconds */
  clock(): number {
    const match = typeof this.value === 'string' ? CLOCK.exec(this.value.trim()) : null;
    if (!match) return this.refuse('must be a time as 00:01:30');
    const [, hours = '0', minutes, seconds, fraction = ''] = match;
    const wholeSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return this.#offset(wholeSeconds * MS_PER_SECOND + Number(fraction.slice(0, 3).padEnd(3, '0')));
  }

  /** Reads a duration of Protocol Buffers in JSON: `"1.500s"`, or `{seconds, nanos}`. @returns milliseconds */
  protobufDuration(): number {
    if (this.isText) {
      const seconds = SECONDS_WITH_UNIT.exec(this.text())?.[1];
      return seconds === undefined
        ? this.refuse('must be seconds as "1.500s"')
        : this.#offset(Number(seconds) * MS_PER_SECOND);
    }
    const seconds = this.at('seconds').isAbsent ? 0 : this.at('seconds').seconds();
    const nanos = this.at('nanos').isAbsent ? 0 : this.at('nanos').#number('a number');
    return this.#offset(seconds + nanos / 1e6);
  }

  /** Reads a date-time with a zone. @returns milliseconds since the epoch */
  instant(): number {
    return (
      parseDateTime(this.text()) ?? this.refuse('must be a date-time with a zone, as 2026-01-31T09:30:00Z')
    );
  }

  /** Reads seconds or milliseconds since the epoch. @returns milliseconds */
  epoch(unit: 'seconds' | 'milliseconds'): number {
    const number = this.#number(`${unit} since 1970, as a number`);
    const ms = Math.round(unit === 'seconds' ? number * MS_PER_SECOND : number);
    return ms <= Date.parse('9999-12-31T00:00:00Z') ? ms : this.refuse('is too late to be a time');
  }

  /** Applies a reading method, unless the value is absent. */
  optional<Result>(read: (place: JsonPlace) => Result): Result | undefined {
    return this.isAbsent ? undefined : read(this);
  }

  /** @throws TranscriptFormatError: the path, and what is wrong there */
  refuse(problem: string): never {
    throw new TranscriptFormatError(
      `${this.path || 'the document'} ${this.isAbsent ? `is missing; it ${problem}` : problem}`,
    );
  }

  #number(form: string): number {
    const { value } = this;
    const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) return this.refuse(`must be ${form}`);
    return number >= 0 ? number : this.refuse('must not be negative');
  }

  #offset(ms: number): number {
    return ms <= MAX_OFFSET_MS ? Math.round(ms) : this.refuse('is later than 100 days after the start');
  }
}
