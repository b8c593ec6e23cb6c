import type { Cast, Member } from './cast.ts';
import { outlines } from './outlines.ts';
import type { Rng } from './prng.ts';
import { type Beat, chooseWording, putFacts, tidy } from './script.ts';
import type { Kind } from './story.ts';

/**
 * An uninterrupted statement of one speaker. `opensBeat`: it begins a new subject; `foreign`: it is not (only) English.
 */
export type Turn = { speaker: Member; text: string; opensBeat: boolean; foreign: boolean };

/** Everything that determines the wording of a beat in a call. */
export type Stage = {
  by: Cast['by'];
  facts: Record<string, string>;
  flags: Set<string>;
  rng: Rng;
};

/** Records which beats have been heard, by whom and how often, so that calls do not resemble each other. */
export class Memory {
  readonly #total = new Map<string, number>();
  readonly #byListener = new Map<string, Map<string, number>>();

  #heardBy(listener: string): Map<string, number> {
    const heard = this.#byListener.get(listener) ?? new Map<string, number>();
    this.#byListener.set(listener, heard);
    return heard;
  }

  note(beat: Beat, listener: string): void {
    const heard = this.#heardBy(listener);
    for (const key of [beat.id, beat.scene]) heard.set(key, (heard.get(key) ?? 0) + 1);
    this.#total.set(beat.id, (this.#total.get(beat.id) ?? 0) + 1);
  }

  /** Returns a lower number for a fresher beat: words that the listener has heard count most, then the scene. */
  staleness(beat: Beat, listener: string): number {
    const heard = this.#heardBy(listener);
    const known = (heard.get(beat.id) ?? 0) * 2 + (heard.get(beat.scene) ?? 0);
    return known * 1_000 + (this.#total.get(beat.id) ?? 0);
  }
}

function speakerOf(speakers: string[], by: Cast['by']): Member | undefined {
  for (const letter of speakers) if (by[letter]) return by[letter];
  return undefined;
}

/** Returns whether no speaker would answer themselves, or mention themselves by name. */
function soundsRight(beat: Beat, speakers: Member[], by: Cast['by']): boolean {
  return beat.lines.every((line, i) => {
    const before = beat.lines[i - 1];
    if (before && speakers[i] === speakers[i - 1] && before.speakers.join() !== line.speakers.join())
      return false;
    return line.names.every((letter) => line.speakers.includes(letter) || by[letter] !== speakers[i]);
  });
}

/** Returns whether a beat can be played: its conditions hold, and everybody that it needs takes part. */
export function playable(beat: Beat, stage: Stage): boolean {
  const { by, facts, flags } = stage;
  if (beat.needs.some((flag) => !flags.has(flag)) || beat.bars.some((flag) => flags.has(flag))) return false;
  const speakers: Member[] = [];
  for (const line of beat.lines) {
    const speaker = speakerOf(line.speakers, by);
    if (!speaker || line.names.some((letter) => !by[letter] && !facts[letter])) return false;
    speakers.push(speaker);
  }
  return soundsRight(beat, speakers, by);
}

/** Plays a beat: chooses the wording and inserts names and facts. */
export function play(beat: Beat, stage: Stage): Turn[] {
  const fact = (name: string): string | undefined => {
    const member = stage.by[name[0]!];
    if (member && name.length === 1) return member.called;
    if (member && name.endsWith('kanji')) return member.name.split(' ')[0];
    return stage.facts[name];
  };
  const foreign = beat.id.startsWith('native.');
  const columns = new Map(beat.columns);
  const turns: Turn[] = [];
  for (const line of beat.lines) {
    const text = tidy(putFacts(chooseWording(line.text, columns, stage.rng), fact));
    if (text === '') continue;
    turns.push({
      speaker: speakerOf(line.speakers, stage.by)!,
      text,
      opensBeat: turns.length === 0,
      foreign,
    });
  }
  return turns;
}

/** Returns one of the freshest beats whose scene has not been used; undefined if none is left. */
export function freshBeat(
  beats: Beat[],
  rng: Rng,
  memory: Memory,
  listener: string,
  used: Set<string>,
): Beat | undefined {
  let freshest: Beat[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (const beat of beats) {
    if (used.has(beat.scene)) continue;
    const rank = memory.staleness(beat, listener);
    if (rank < best) {
      best = rank;
      freshest = [beat];
    } else if (rank === best) freshest.push(beat);
  }
  return freshest.length === 0 ? undefined : rng.pick(freshest);
}

/** The length, in turns, from which a call only receives its indispensable parts. */
const LONG_CALL_TURNS = 120;

/** Writes a call: follows the outline of its kind and plays fresh beats of each pool. */
export function dialogue(
  kind: Kind,
  stage: Stage,
  pools: Map<string, Beat[]>,
  memory: Memory,
  listener: string,
): Turn[] {
  const { rng, flags } = stage;
  const turns: Turn[] = [];
  const used = new Set<string>();
  const fullness = rng.next();
  for (const { pool, least, most, flag } of outlines[kind]) {
    if (flag && !flags.has(flag)) continue;
    const share = 0.15 + 0.5 * fullness + 0.35 * rng.next();
    const wanted = least + Math.floor(share * (most - least + 1));
    const count = turns.length < LONG_CALL_TURNS ? wanted : least;
    const able = count > 0 ? pools.get(pool)!.filter((beat) => playable(beat, stage)) : [];
    for (let i = 0; i < count; i++) {
      const beat = freshBeat(able, rng, memory, listener, used);
      if (!beat) break;
      used.add(beat.scene);
      memory.note(beat, listener);
      turns.push(...play(beat, stage));
    }
  }
  return turns;
}
