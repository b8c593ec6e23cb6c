import { tokenBound } from '../../lib/token-bound.ts';
import { MAX_TOKENS, type ToolCall, type ToolResult } from './tool.ts';

/** No text has fewer tokens than this for each of its characters. */
const LEAST_TOKENS_PER_CHARACTER = 0.5;

/** An answer of some number of entries. */
export type ComposedPage = {
  /** The number of entries that may be shown. */
  size: number;
  /** The lines before the entries, from the fullest form to the shortest; `count` entries follow. */
  heads: readonly ((count: number) => string[])[];
  /** The lines of the first `count` entries. */
  lines(count: number): string[];
  /** The call that goes on after `count` entries; undefined if there is nothing more. */
  next(count: number): NextCall | undefined;
  /** The ids of the first `count` entries. */
  ids(count: number): Record<string, unknown>;
};

/** A call that goes on: of the same tool with some other arguments (null: without), or of another tool. */
export type NextCall = { changes: Record<string, unknown> } | { tool: string; arguments: object };

/**
 * Composes an answer with as many entries as the tokens of the call allow. An entry is shown whole or not at all; if not
 * even the first one fits, the answer says how many tokens it needs.
 */
export function compose(call: ToolCall, page: ComposedPage): ToolResult {
  const fits = (result: ToolResult) => fitsInto(call, result);
  // The call that goes on matters more than what precedes the entries.
  for (const isShort of [false, true]) {
    for (const head of [...page.heads, () => []]) {
      const render = (count: number) => renderPage(call, page, head, count, isShort);
      const count = largest(page.size, (one) => fits(render(one)));
      if (count > 0 || (page.size === 0 && fits(render(0)))) return render(count);
    }
  }
  return tooLarge(call, page);
}

/** Returns the tokens of an answer that are left. */
export function tokensLeft(call: ToolCall, result: ToolResult): number {
  return call.maxTokens - call.reservedTokens - tokenBound(JSON.stringify(result));
}

/** Returns the most tokens that a line adds to an answer. */
export function tokensOfLine(line: string): number {
  return tokenBound(JSON.stringify(`\n${line}`));
}

function renderPage(
  call: ToolCall,
  page: ComposedPage,
  head: (count: number) => string[],
  count: number,
  isShort: boolean,
): ToolResult {
  const next = page.next(count);
  const lines = [...head(count), ...page.lines(count), ...(next ? [moreLine(call, next, isShort)] : [])];
  return textResult(lines, page.ids(count));
}

export function textResult(lines: readonly string[], ids?: Record<string, unknown>): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text: lines.join('\n') }];
  return ids ? { content, structuredContent: ids } : { content };
}

/** Tells how to go on: the call to make, or only what changes in it if the arguments are long. */
function moreLine(call: ToolCall, next: NextCall, isShort = false): string {
  if ('tool' in next) return `More: ${next.tool} ${JSON.stringify(next.arguments)}`;
  if (isShort) return `More: repeat this call with ${JSON.stringify(next.changes)}`;
  const all = Object.entries({ ...call.given, ...next.changes }).filter(([, value]) => value !== null);
  return `More: ${call.tool} ${JSON.stringify(Object.fromEntries(all))}`;
}

function fitsInto(call: ToolCall, result: ToolResult): boolean {
  const [{ text }] = result.content;
  if (text.length * LEAST_TOKENS_PER_CHARACTER > call.maxTokens) return false;
  return tokensLeft(call, result) >= 0;
}

/** Returns the largest number up to `most` that passes; larger ones than one that fails do not pass either. */
function largest(most: number, passes: (count: number) => boolean): number {
  let low = 0;
  let step = 1;
  while (low + step <= most && passes(low + step)) {
    low += step;
    step *= 2;
  }
  for (let high = Math.min(most + 1, low + step); high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function tooLarge(call: ToolCall, page: ComposedPage): ToolResult {
  const whole = renderPage(call, page, () => [], Math.min(1, page.size), true);
  const needed = call.reservedTokens + tokenBound(JSON.stringify(whole));
  if (needed <= MAX_TOKENS) {
    const why = `The next entry needs a maxTokens of ${needed}: entries are not cut.`;
    return withMore(call, why, { changes: { maxTokens: needed } });
  }
  return withMore(call, `The next entry is left out: it is larger than ${MAX_TOKENS} tokens.`, page.next(1));
}

function withMore(call: ToolCall, line: string, next: NextCall | undefined): ToolResult {
  if (!next) return textResult([line]);
  const full = textResult([line, moreLine(call, next)]);
  return fitsInto(call, full) ? full : textResult([line, moreLine(call, next, true)]);
}
