import type { Scope } from '../../domain/keys/scopes.ts';
import type { Caller, ParamSpecs } from '../../http/endpoint.ts';
import { integer, type ParamValues, withFallback } from '../../http/params.ts';
import type { Log } from '../../lib/log.ts';
import type { Deps } from '../define-endpoint.ts';

/** The tokens of an answer, as src/lib/token-bound.ts counts them. */
const MIN_TOKENS = 200;
export const MAX_TOKENS = 20_000;
const DEFAULT_TOKENS = 6000;

/** The result of a tool. `structuredContent` has the ids of everything that the text shows, and never the text itself. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

/** A call of a tool. */
export type ToolCall = {
  deps: Deps;
  caller: Caller;
  requestId: string;
  log: Log;
  tool: string;
  /** The arguments as they were given, which a call that goes on repeats. */
  given: Readonly<Record<string, unknown>>;
  maxTokens: number;
  /** The tokens of those that the protocol adds to a result. */
  reservedTokens: number;
};

/** A tool that only reads. Its arguments have the names and the checks of the REST API. */
export type McpTool = {
  name: string;
  /** The scopes of which a key needs one. */
  scopes: readonly Scope[];
  description: string;
  arguments: ParamSpecs;
  /** Further names under which arguments are taken, because agents know them from other tools. */
  aliases?: Readonly<Record<string, string>>;
  run(args: Record<string, unknown>, call: ToolCall): Promise<ToolResult>;
};

/** Every tool has it. */
export const maxTokens = withFallback(
  integer({ description: '', minimum: MIN_TOKENS, maximum: MAX_TOKENS }),
  DEFAULT_TOKENS,
);

/** Makes a tool, so that its arguments are typed. */
export function defineTool<Specs extends ParamSpecs>(
  tool: Omit<McpTool, 'arguments' | 'run'> & {
    arguments: Specs;
    run(args: ParamValues<Specs>, call: ToolCall): Promise<ToolResult>;
  },
): McpTool {
  return { ...tool, arguments: { ...tool.arguments, maxTokens } } as unknown as McpTool;
}

/** Returns the definition of a tool as tools/list shows it: as short as it can be, because agents load all of them. */
export function definitionOf({ name, description, arguments: specs }: McpTool) {
  const required = Object.keys(specs).filter((argument) => specs[argument]!.required);
  return {
    name,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: Object.fromEntries(
        Object.entries(specs).map(([argument, { schema, description: words }]) => [
          argument,
          {
            type: schema.type as string,
            ...(schema.enum ? { enum: schema.enum as string[] } : {}),
            ...(words === '' ? {} : { description: words }),
          },
        ]),
      ),
      ...(required.length > 0 ? { required } : {}),
    },
    annotations: { readOnlyHint: true },
  };
}
