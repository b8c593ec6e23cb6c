import { ErrorBody } from '../http/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES } from './entity-scopes.ts';

/** Calls have short arguments. */
const MAX_BODY_BYTES = 256 * 1024;

/** Headers of the protocol; the others are read before. */
const PROTOCOL_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

const JsonRpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0', { description: 'The version of JSON-RPC.' }),
    id: Type.Optional(Type.Unknown({ description: 'The id of the message, if it could be read.' })),
    error: Type.Object(
      {
        code: Type.Integer({ description: 'The code of JSON-RPC or of the protocol.' }),
        message: Type.String({ description: 'The error, in words.' }),
      },
      { description: 'The error.' },
    ),
  },
  { title: 'JsonRpcError', description: 'An error of the Model Context Protocol.' },
);

export const callMcpEndpoint = defineEndpoint({
  operationId: 'callMcp',
  hidden: true,
  address: 'api',
  method: 'POST',
  path: '/mcp',
  scope: ENTITY_SCOPES,
  anyScope: true,
  forAgents: true,
  tag: 'Agents',
  summary: 'Speak the Model Context Protocol',
  description:
    'Takes a message of the Model Context Protocol (Streamable HTTP, without sessions): of the revision of 2026-07-28, or of ' +
    'an earlier one. MCP clients need only the URL and the key, which may be sent as `Authorization: Bearer` too. The tools ' +
    'only read; a key is shown those that its scopes permit. Faults in the arguments of a tool are told in its result. ' +
    'There is no stream of notifications, so GET is answered 405. docs/mcp.md describes the tools.',
  body: {
    schema: Type.Object(
      {
        jsonrpc: Type.Literal('2.0', { description: 'The version of JSON-RPC.' }),
        id: Type.Optional(
          // A request whose id is null is refused by the protocol; without an id, it would be a notification.
          Type.Union([Type.String(), Type.Number(), Type.Null()], {
            description: 'A text or a number for a request; a notification has none.',
          }),
        ),
        method: Type.String({ minLength: 1, description: 'The method, such as `tools/call`.' }),
        params: Type.Optional(Type.Unknown({ description: 'The parameters of the method.' })),
      },
      { title: 'McpMessage' },
    ),
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    maxBytes: MAX_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The response to a request.',
      schema: Type.Object(
        {
          jsonrpc: Type.Literal('2.0', { description: 'The version of JSON-RPC.' }),
          id: Type.Unknown({ description: 'The id of the request.' }),
          result: Type.Optional(Type.Unknown({ description: 'The result, if there is no error.' })),
          error: Type.Optional(Type.Unknown({ description: 'The error of the protocol.' })),
        },
        { title: 'McpResponse' },
      ),
      example: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
    },
    202: { description: 'A notification was received.' },
    400: {
      description: 'The body is no message, or a header of the protocol contradicts it.',
      schema: Type.Union([ErrorBody, JsonRpcError]),
      example: { error: 'method is required' },
    },
    404: {
      description: 'There is no such method.',
      schema: Type.Union([ErrorBody, JsonRpcError]),
      example: { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } },
    },
  },
  async handle({ body, headers, caller, requestId, untilLeft, log }, deps) {
    const request = new Request(`${deps.publicUrl}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // Every response is JSON, which all clients take.
        Accept: 'application/json, text/event-stream',
        ...Object.fromEntries(
          PROTOCOL_HEADERS.flatMap((name) =>
            headers[name] === undefined ? [] : [[name, `${headers[name]}`]],
          ),
        ),
      },
      signal: untilLeft(),
    });
    // Its packages take time and memory, which services without agents save.
    const { serveMcp } = await import('./mcp/serve-mcp.ts');
    const response = await serveMcp(request, body, { deps, caller, requestId, log: log() });
    const text = await response.text();
    const type = response.headers.get('content-type');
    return {
      status: response.status,
      ...(text === '' ? {} : { text, headers: { 'Content-Type': type ?? 'application/json' } }),
    };
  },
});
