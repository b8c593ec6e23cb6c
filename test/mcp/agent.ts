import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { TestService } from '../support/service.ts';

/** The eras of the protocol, as clients choose them. */
export const ERAS = { 'of 2025': 'legacy', 'of 2026': { pin: '2026-07-28' } } as const;

export type Era = keyof typeof ERAS;

/** The result of a tool: its text, the ids beside it, and the whole as JSON. */
export type Told = { text: string; ids: Record<string, unknown>; isError: boolean; json: string };

/** An agent: the official client, connected. */
export type Agent = {
  client: Client;
  call(tool: string, args?: Record<string, unknown>): Promise<Told>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
};

/** Connects the official client over HTTP. */
export function connectAgent(
  service: Pick<TestService, 'apiUrl' | 'key'>,
  {
    key = service.key,
    era = 'of 2026',
    headers,
  }: { key?: string; era?: Era; headers?: Record<string, string> } = {},
): Promise<Agent> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.apiUrl), {
    requestInit: { headers: headers ?? { 'X-API-Key': key } },
  });
  return connectOver(transport, era);
}

export async function connectOver(transport: Transport, era: Era): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  await client.connect(transport);
  return {
    client,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [block, ...others] = result.content as { type: string; text: string }[];
      assert.equal(block!.type, 'text');
      assert.deepEqual(others, []);
      return {
        text: block!.text,
        ids: (result.structuredContent ?? {}) as Record<string, unknown>,
        isError: result.isError === true,
        json: JSON.stringify(result),
      };
    },
    async tools() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    close: () => client.close(),
  };
}

/**
 * Reads the call that an answer says goes on; undefined if there is nothing more.
 * @param args those of the answer's own call, which a short line refers to
 */
export function moreOf(
  text: string,
  { prefix = 'More', args = {} }: { prefix?: string; args?: Record<string, unknown> } = {},
): { tool: string; args: Record<string, unknown> } | undefined {
  const last = text.split('\n').at(-1)!;
  const [, tool, json] = new RegExp(`^${prefix}: (\\w+|repeat this call with) (\\{.*\\})$`).exec(last) ?? [];
  if (!tool || !json) return undefined;
  return tool === 'repeat this call with'
    ? { tool: '', args: { ...args, ...JSON.parse(json) } }
    : { tool, args: JSON.parse(json) };
}
