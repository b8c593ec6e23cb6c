import Type from 'typebox';
import { defineEndpoint } from './define-endpoint.ts';

export const getOpenApiEndpoint = defineEndpoint({
  operationId: 'getOpenApi',
  address: 'api',
  method: 'GET',
  path: '/openapi.json',
  scope: null,
  tag: 'Operation',
  summary: 'This document',
  description: 'The OpenAPI 3.1 description of both addresses.',
  answers: {
    200: {
      description: 'The document.',
      schema: Type.Object(
        { openapi: Type.String({ description: 'Version of OpenAPI.' }) },
        { title: 'OpenApi', additionalProperties: true },
      ),
      example: { openapi: '3.1.0' },
    },
  },
  async handle(_request, { openApi }) {
    return { status: 200, body: openApi };
  },
});
