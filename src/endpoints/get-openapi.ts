import { answerKeptFile } from '../http/kept-file.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const getOpenApiEndpoint = defineEndpoint({
  operationId: 'getOpenApi',
  address: 'api',
  method: 'GET',
  alsoHead: true,
  path: '/openapi.json',
  scope: null,
  tag: 'Operation',
  summary: 'This document',
  description: 'Returns the OpenAPI 3.1 description of both addresses.',
  answers: {
    200: {
      description: 'The document.',
      schema: Type.Object(
        { openapi: Type.String({ description: 'Version of OpenAPI.' }) },
        { title: 'OpenApi', additionalProperties: true },
      ),
      example: { openapi: '3.1.0' },
    },
    304: { description: 'The document is unchanged since the version that If-None-Match names.' },
  },
  handle: async ({ headers }, { docsFiles }) =>
    answerKeptFile(await docsFiles.openApi(), headers, { 'Cache-Control': 'no-cache' }),
});
