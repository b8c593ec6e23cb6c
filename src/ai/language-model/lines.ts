import type { Conversation, Entry } from '../types.ts';
import { MAX_SPEAKER_CHARACTERS } from './limits.ts';
import { cut, estimateTokens, foldLine, splitText } from './text.ts';

/** A line of a prompt, which is an entry, or a part of an entry that is too long for a call. */
export type Line = { entryIndex: number; speaker: string | undefined; text: string; tokens: number };

/** The length of text that becomes lines in one step, which takes some 0.3 ms. */
const STEP_CHARACTERS = 32_768;

/**
 * Writes each entry as one line, `[12] Ada Park (00:04:10): …`, whatever it contains. A line that begins with a number in
 * brackets is therefore an entry, and no entry can pretend to be two. Yields where it can be suspended.
 * @param maxTokens an entry with more tokens becomes several lines, all with its number
 */
export function* linesOf(conversation: Conversation, maxTokens: number): Generator<void, Line[]> {
  const lines: Line[] = [];
  let charactersOfStep = 0;
  for (const [entryIndex, entry] of conversation.entries.entries()) {
    const prefix = prefixOf(entry, entryIndex);
    const parts = splitText(foldLine(entry.text), maxTokens - estimateTokens(prefix) - 1);
    for (const part of parts) {
      const text = prefix + part;
      lines.push({ entryIndex, speaker: entry.speaker, text, tokens: estimateTokens(`${text}\n`) });
    }
    charactersOfStep += entry.text.length;
    if (charactersOfStep < STEP_CHARACTERS) continue;
    charactersOfStep = 0;
    yield;
  }
  return lines;
}

function prefixOf({ speaker, timestampSeconds }: Entry, entryIndex: number): string {
  const who = speaker === undefined ? [] : [cut(foldLine(speaker), MAX_SPEAKER_CHARACTERS)];
  const when = timestampSeconds === undefined ? [] : [`(${clock(timestampSeconds)})`];
  const about = [...who, ...when].join(' ');
  return about === '' ? `[${entryIndex}] ` : `[${entryIndex}] ${about}: `;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pair = (value: number) => String(value).padStart(2, '0');
  return `${pair(Math.floor(whole / 3600))}:${pair(Math.floor(whole / 60) % 60)}:${pair(whole % 60)}`;
}
