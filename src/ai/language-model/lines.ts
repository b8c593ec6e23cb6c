import type { Conversation, Entry } from '../types.ts';
import { MAX_SPEAKER_CHARACTERS } from './limits.ts';
import { cut, estimateTokens, foldLine, splitText } from './text.ts';

/**
 * A line of a prompt, which is an entry, or a part of an entry that is too long for a call. `heading` is the line above
 * those of one speaker, `time` what it adds in a prompt with times; the tokens include a heading that changes here.
 */
export type Line = {
  entryIndex: number;
  heading: string | undefined;
  time: string | undefined;
  text: string;
  tokens: number;
};

/** The length of text that becomes lines in one step, which takes some 0.3 ms. */
const STEP_CHARACTERS = 32_768;

/**
 * Writes each entry as one line, `[12] …`, whatever it contains. A line that begins with a number in brackets is therefore
 * an entry, no entry can pretend to be two, and what does not begin with one, such as a heading, is no entry. Yields where
 * it can be suspended.
 * @param maxTokens an entry with more tokens becomes several lines, all with its number
 */
export function* linesOf(
  conversation: Conversation,
  maxTokens: number,
  { withTimes = false } = {},
): Generator<void, Line[]> {
  const lines: Line[] = [];
  const hasSpeakers = conversation.entries.some(({ speaker }) => speaker !== undefined);
  let charactersOfStep = 0;
  for (const [entryIndex, entry] of conversation.entries.entries()) {
    const heading = hasSpeakers ? headingOf(entry) : undefined;
    const { timestampSeconds } = entry;
    const time = withTimes && timestampSeconds !== undefined ? clock(timestampSeconds) : undefined;
    const prefix = `[${entryIndex}] `;
    const parts = splitText(foldLine(entry.text), maxTokens - estimateTokens(prefix) - 1);
    for (const part of parts) {
      const text = prefix + part;
      const isNew = heading !== undefined && heading !== lines.at(-1)?.heading;
      const headingTokens = isNew ? estimateTokens(`${headingText({ heading, time })}\n`) : 0;
      const tokens = headingTokens + estimateTokens(`${text}\n`);
      lines.push({ entryIndex, heading, time, text, tokens });
    }
    charactersOfStep += entry.text.length;
    if (charactersOfStep < STEP_CHARACTERS) continue;
    charactersOfStep = 0;
    yield;
  }
  return lines;
}

/** The side comes first, so that no name can pretend to be of another one. */
function headingOf({ speaker, side }: Entry): string {
  const name = speaker === undefined ? 'unknown' : cut(foldLine(speaker), MAX_SPEAKER_CHARACTERS);
  return `${side ?? 'speaker'}: ${name}`;
}

function headingText({ heading, time }: Pick<Line, 'heading' | 'time'>): string {
  return time === undefined ? heading! : `${heading} (${time})`;
}

/**
 * Returns the texts of lines, with a heading where the speaker changes, and a note where entries are left out.
 * @param placeOf the place of a line's entry in its conversation
 */
export function renderLines(lines: readonly Line[], placeOf: (line: Line) => number): string[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const hasGap = before !== undefined && placeOf(line) - placeOf(before) > 1;
    const isNew = line.heading !== undefined && (hasGap || line.heading !== before?.heading);
    return [...(hasGap ? ['(entries left out)'] : []), ...(isNew ? [headingText(line)] : []), line.text];
  });
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pair = (value: number) => String(value).padStart(2, '0');
  return `${pair(Math.floor(whole / 3600))}:${pair(Math.floor(whole / 60) % 60)}:${pair(whole % 60)}`;
}
