import { answerFault } from '../../http/faults.ts';
import { Fault } from '../../lib/faults.ts';
import { listInWords } from '../../lib/text.ts';
import { textResult, tokensLeft } from './compose.ts';
import { SeveralAccounts } from './find-account.ts';
import { readArguments } from './read-arguments.ts';
import { type McpTool, maxTokens, type ToolCall, type ToolResult } from './tool.ts';

/**
 * Calls a tool. Every fault is told in the answer, so that the agent reads it.
 * @param given the arguments, unchecked
 */
export async function callTool(
  tool: McpTool,
  given: Readonly<Record<string, unknown>>,
  by: Omit<ToolCall, 'tool' | 'given' | 'maxTokens'>,
): Promise<ToolResult> {
  const call: ToolCall = { ...by, tool: tool.name, given, maxTokens: maxTokensOf(given) };
  try {
    if (!tool.scopes.some((scope) => by.caller.scopes.has(scope))) {
      const scopes = listInWords(tool.scopes, 'or');
      throw new Fault('forbidden', `The API key lacks the scope ${scopes}, which ${tool.name} needs`);
    }
    return await tool.run(readArguments(tool, given), call);
  } catch (error) {
    if (error instanceof SeveralAccounts) return error.toResult(call);
    return errorResult(call, answerFault(error, by.log).message);
  }
}

/** The budget of an answer also bounds what is said about its arguments. */
function maxTokensOf(given: Readonly<Record<string, unknown>>): number {
  const text = `${given.maxTokens ?? ''}`;
  return maxTokens.parse(text) ?? maxTokens.fallback!;
}

/** Returns a message as an answer; its end is cut off if it is too long for the answer. */
function errorResult(call: ToolCall, message: string): ToolResult {
  for (let length = message.length; ; length = Math.floor(length * 0.8)) {
    const text = length < message.length ? `${message.slice(0, length).toWellFormed()}…` : message;
    const result: ToolResult = { ...textResult([text]), isError: true };
    if (length < 20 || tokensLeft(call, result) >= 0) return result;
  }
}
