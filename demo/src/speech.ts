import { contract, looseness } from './contractions.ts';
import type { Turn } from './dialogue.ts';
import type { Rng } from './prng.ts';
import type { DemoSegment } from './types.ts';

/** A piece of speech as a recognizer would divide it. */
type Piece = { speaker: string; text: string; opensBeat: boolean; aside: boolean };

/** Words before a new subject, and words before an answer. */
const LEAD_INS = ['So, ', 'OK, ', 'Um, ', 'Right, ', 'So, um, '];
const HESITATIONS = ['Well, ', 'Um, ', 'Hm, ', 'Yeah, ', 'Uh, ', 'I mean, '];
const NODS = ['Mm-hm.', 'Yeah.', 'Right.', 'OK.', 'Sure.', 'Mhm.', 'I see.', 'Yes.', 'Uh-huh.'];

/** First words that may follow a filler in lower case. */
const PLAIN_WORDS = [
  ...[
    'The',
    'It',
    'We',
    'That',
    'This',
    'They',
    'There',
    'You',
    'For',
    'In',
    'And',
    'But',
    'If',
    'My',
    'Our',
  ],
  ...['With', 'From', 'On', 'At', 'Everybody', 'Everyone', 'Nobody', 'Somebody', 'One', 'Half', 'I'],
];
const PLAIN_START = new RegExp(`^(?:${PLAIN_WORDS.join('|')}) `);
const STUTTER_START = /^(?:I|We|It|The|And|You|But|They) (?!,)/;

/** The length of an answer, in words, from which a speaker may hesitate. */
const HESITATE_FROM_WORDS = 7;

/** The length of an utterance, in words, above which it is often divided. */
const CUT_ABOVE_WORDS = 15;

/** Counts words by the spaces between them, in a loop, because it is called for every utterance. */
function words(text: string): number {
  let count = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++;
  return count;
}

/** Adds disfluencies: fillers and a repeated first word. */
function roughen(turn: Turn, rng: Rng): string {
  const { text } = turn;
  if (turn.foreign || words(text) < HESITATE_FROM_WORDS || !PLAIN_START.test(text)) return text;
  if (rng.chance(0.13)) {
    const rest = /^I\b/.test(text) ? text : text[0]!.toLowerCase() + text.slice(1);
    return rng.pick(turn.opensBeat ? LEAD_INS : HESITATIONS) + rest;
  }
  if (STUTTER_START.test(text) && rng.chance(0.04)) {
    const first = text.slice(0, text.indexOf(' '));
    return `${first}, ${first === 'I' ? 'I' : first.toLowerCase()}${text.slice(first.length)}`;
  }
  return text;
}

/** Divides a text between sentences, or a long sentence at a comma, as recognizers do, mostly in two. */
function cut(text: string, rng: Rng): string[] {
  if (words(text) <= CUT_ABOVE_WORDS || !rng.chance(0.72)) return [text];
  const sentences = text.split(/(?<=[.?!]) (?=\S)/);
  if (sentences.length === 1) {
    const commas = [...text.matchAll(/, (?=and |but |so |because |which |that |who )/g)].map((m) => m.index);
    if (commas.length === 0 || !rng.chance(0.5)) return [text];
    const at = rng.pick(commas);
    return [text.slice(0, at + 1), text.slice(at + 2)];
  }
  const at = rng.int(1, sentences.length - 1);
  const rest = sentences.slice(at).join(' ');
  return [sentences.slice(0, at).join(' '), ...(words(rest) > 2 * CUT_ABOVE_WORDS ? cut(rest, rng) : [rest])];
}

function pieces(turns: Turn[], rng: Rng): Piece[] {
  const out: Piece[] = [];
  turns.forEach((turn, i) => {
    const said = turn.foreign ? turn.text : contract(turn.text, looseness(turn.speaker.name), rng);
    const parts = cut(roughen({ ...turn, text: said }, rng), rng);
    const listener = [turns[i + 1], turns[i - 1]].find((other) => other && other.speaker !== turn.speaker);
    parts.forEach((text, part) => {
      out.push({ speaker: turn.speaker.name, text, opensBeat: turn.opensBeat && part === 0, aside: false });
      const last = part === parts.length - 1;
      // A question is not answered with "mm-hm".
      if (!last && listener && !turn.foreign && !text.endsWith('?') && rng.chance(0.3)) {
        out.push({ speaker: listener.speaker.name, text: rng.pick(NODS), opensBeat: false, aside: true });
      }
    });
  });
  return out;
}

/** Returns the time to say a text, in ms: 115 to 145 words a minute, or 6 characters a second in Japanese. */
function durationMs(text: string, paceMs: number): number {
  const wide = text.match(/[\u3040-\u30ff\u4e00-\u9fff]/g)?.length ?? 0;
  return 350 + Math.round(paceMs * words(text)) + 165 * wide;
}

/**
 * Converts turns to segments with increasing times, in ms, that begin a few seconds after the start. `endMs` is the
 * time of the last word.
 */
export function speak(turns: Turn[], rng: Rng): { segments: DemoSegment[]; endMs: number } {
  const segments: DemoSegment[] = [];
  const paces = new Map<string, number>();
  let clockMs = rng.int(3_000, 40_000);
  let before: Piece | undefined;
  for (const piece of pieces(turns, rng)) {
    const pace = paces.get(piece.speaker) ?? rng.int(420, 530);
    paces.set(piece.speaker, pace);
    if (before) {
      if (piece.opensBeat) clockMs += rng.chance(0.25) ? rng.int(8_000, 55_000) : rng.int(1_500, 8_000);
      else if (piece.speaker === before.speaker) clockMs += rng.int(60, 700);
      else if (!piece.aside) clockMs += rng.int(120, 1_600);
    }
    segments.push({ text: piece.text, timestampSeconds: clockMs / 1_000, speaker: { name: piece.speaker } });
    // A nod is spoken in a pause of the other speaker, and takes hardly any time.
    clockMs += piece.aside ? rng.int(200, 500) : durationMs(piece.text, pace);
    before = piece;
  }
  return { segments, endMs: clockMs };
}
