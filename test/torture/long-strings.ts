import { measured } from '../support/measured.ts';
import { hostileTexts } from '../support/tricky-text.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { answerFaults } from './support/answer-faults.ts';
import { operations } from './support/api-document.ts';
import { type FuzzedService, startFuzzedService } from './support/fuzzed-service.ts';
import type { FuzzingTenant } from './support/fuzzing-tenant.ts';
import { showRequest, type WireRequest } from './support/http-exchange.ts';
import { requestWith } from './support/send-to-place.ts';
import { fittedTo, type TextPlace, textPlaces } from './support/text-places.ts';

/** The size of each text as UTF-8. */
const BODY_BYTES = 100_000;

/**
 * The size of a text in the path or the headers after percent-encoding; larger ones are refused with 431 without any
 * work.
 */
const HEAD_BYTES = 14_000;

/** The promised limit; the quick form runs next to other tests, which share the processor's caches. */
const MAX_CPU_MS = { full: 50, quick: 250 };

/** The smallest cost of this many tries counts, because a garbage collection may affect any of them. */
const TRIES = 5;

/** The number of requests that are measured together; they are measured separately if they take too long together. */
const GROUP = 8;

const MAX_TOLD = 20;

/** In the quick form one in this many places gets one text, different places different ones. */
const QUICK_EVERY = 3;

/** Texts on which a careless regular expression, or a nested loop, takes too long. */
const BOMBS: [name: string, part: string, end?: string][] = [
  ['letters and no @', 'a', '!'],
  ['addresses without an end', 'a@a.'],
  ['at signs', '@'],
  ['dots', 'a.'],
  ['a time that goes on', '2026-01-31T09:30:00.0'],
  ['digits', '9'],
  ['a URL of slashes', 'http://'],
  ['tags that do not end', '<v '],
  ['tags in tags', '<b>'],
  ['entities', '&#x41;'],
  ['ampersands', '&'],
  ['lines', '\n'],
  ['line ends of two kinds', '\r\n\n'],
  ['cues', '00:00:01.000 --> 00:00:02.000\n'],
  ['arrows', '-->'],
  ['names', 'A: '],
  ['semicolons', ';<a@b.example>'],
  ['commas', ','],
  ['backslashes', '\\'],
  ['quotes', '"'],
  ['brackets', '([{'],
  ['a family', '👩‍👩‍👧‍👦'],
  ['flags', '🇩🇪'],
  ['letters of two cases', 'ŉİ'],
  ['wide spaces and a letter', `${'\u3000'.repeat(50)}x`],
  ['spaces up to the end', ' ', 'x'],
  ['surrogates', '\ud800'],
  ['JSON in text', '{"a":['],
  ['percents', '%25'],
];

type Text = {
  name: string;
  /** The form in bodies, and the form in the path and the headers. */
  inBody: string;
  inHead: string;
};

const texts: readonly Text[] = [
  ...hostileTexts(BODY_BYTES),
  ...BOMBS.map(([name, part, end = '']) => [name, part.repeat(BODY_BYTES / part.length) + end] as const),
].map(([name, text]) => ({
  name,
  inBody: cut(text, BODY_BYTES, Buffer.byteLength),
  inHead: cut(text, HEAD_BYTES, (one) => encodeURIComponent(one.toWellFormed()).length).toWellFormed(),
}));

export const longStrings: ReliabilityPromise = {
  number: 20,
  name: 'long-strings',
  harm: 'adversarial strings of 100 kB in every field of every operation of openapi.json',
  async run(stage) {
    const service = await startFuzzedService();
    try {
      const caller = await service.makeTenant();
      // Background work after a request is not part of its cost; other tests measure it.
      await service.restart({ PARLEY_ROLES: 'api,receiver' });
      return await measureAll(service, caller, stage);
    } finally {
      await service.stop();
    }
  },
};

type Told = { faults: number; dearest: { cpuMs: number; at: string }; slow: string[] };

async function measureAll(service: FuzzedService, caller: FuzzingTenant, stage: Stage): Promise<Figure[]> {
  const maxMs = MAX_CPU_MS[stage.full ? 'full' : 'quick'];
  const cells = cellsOf(stage);
  const told: Told = { faults: 0, dearest: { cpuMs: 0, at: '' }, slow: [] };
  const send = async (cell: Cell) => {
    const request = requestOf(caller, cell);
    const answer = await service.sender.send(request);
    const [fault] = answerFaults(request, answer);
    if (fault && told.faults++ < MAX_TOLD)
      stage.say(`${nameOf(cell)}: ${fault.message}\n${showRequest(request)}`);
  };
  const take = (cpuMs: number, at: string) => {
    if (cpuMs > told.dearest.cpuMs) told.dearest = { cpuMs, at };
    if (cpuMs > maxMs) told.slow.push(`${at}: ${cpuMs.toFixed(0)} ms`);
  };
  for (let from = 0; from < cells.length; from += GROUP) {
    const group = cells.slice(from, from + GROUP);
    const whole = await measured(service, async () => {
      for (const cell of group) await send(cell);
    });
    // If all of them together stay below the limit, each does.
    if (whole.cpuMs <= maxMs) take(whole.cpuMs, `${group.length} from ${nameOf(group[0]!)} on, together`);
    else for (const cell of group) take(await leastMs(service, maxMs, () => send(cell)), nameOf(cell));
  }
  for (const line of told.slow.slice(0, MAX_TOLD)) stage.say(line);
  const places = new Set(cells.map(({ place }) => place)).size;
  const reached = new Set(cells.map(({ place }) => place.operation)).size;
  const all = stage.full
    ? { places: measuredPlaces.length, operations: operations.length }
    : { places: 1, operations: 1 };
  return [
    atLeast('strings sent', cells.length, places),
    atLeast('operations', reached, all.operations),
    atLeast('fields, parameters and headers', places, all.places),
    none('answers of 5xx, or off the contract', told.faults),
    atMost(`CPU of the dearest (${told.dearest.at})`, told.dearest.cpuMs, maxMs, 'ms'),
    none(`strings that took more than ${maxMs} ms`, told.slow.length),
  ];
}

/** All operations treat headers alike, so most are measured for one operation of each address. */
const measuredPlaces = textPlaces.filter(
  ({ in: place, name, operation }) =>
    place !== 'header' ||
    ['listMeetings', 'ingestMeeting'].includes(operation.id) ||
    name === 'header Cookie',
);

type Cell = { place: TextPlace; text: Text };

function cellsOf({ full, seed }: Stage): Cell[] {
  if (full) return measuredPlaces.flatMap((place) => texts.map((text) => ({ place, text })));
  return measuredPlaces.flatMap((place, at) =>
    (at + seed) % QUICK_EVERY === 0 ? [{ place, text: texts[(seed + at) % texts.length]! }] : [],
  );
}

const nameOf = ({ place, text }: Cell) => `${place.operation.id}, ${place.name}: ${text.name}`;

function requestOf(caller: FuzzingTenant, { place, text }: Cell): WireRequest {
  const isInBody = place.in === 'body' || place.in === 'file';
  return requestWith(caller, place, fittedTo(place, isInBody ? text.inBody : text.inHead));
}

/** Returns the longest beginning of the text that stays within the limit. */
function cut(text: string, most: number, measure: (text: string) => number): string {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(text.slice(0, middle)) <= most) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low);
}

async function leastMs(service: FuzzedService, enoughMs: number, work: () => Promise<void>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && leastMs > enoughMs; tries++) {
    leastMs = Math.min(leastMs, (await measured(service, work)).cpuMs);
  }
  return leastMs;
}
