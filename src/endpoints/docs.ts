import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineEndpoint } from './define-endpoint.ts';

/**
 * The pages of the API, drawn in the browser by Scalar from /openapi.json. Everything comes from this address, so
 * that they work offline, under a policy that lets no foreign or inline script run.
 */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const START = `Scalar.createApiReference('#app', {
  url: '/openapi.json',
  authentication: { preferredSecurityScheme: 'ApiKey' },
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

const page = {
  address: 'api',
  method: 'GET',
  scope: null,
  tag: 'Operation',
  hidden: true,
} as const;

export const docsEndpoint = defineEndpoint({
  ...page,
  operationId: 'docs',
  path: '/docs',
  summary: 'The pages of the API',
  description: 'For people.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' } },
  async handle(_request, { receiverUrl }) {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      `font-src 'self' data:; connect-src 'self' ${new URL(receiverUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
    return {
      status: 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      text: PAGE,
    };
  },
});

export const docsStartEndpoint = defineEndpoint({
  ...page,
  operationId: 'docsStart',
  path: '/docs/start.js',
  summary: 'Starts the pages',
  description: 'For browsers.',
  answers: { 200: { description: 'The script.', contentType: 'text/javascript' } },
  async handle() {
    return { status: 200, headers: { 'Content-Type': 'text/javascript; charset=utf-8' }, text: START };
  },
});

function readScalar(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return readFile(join(dirname(entry), 'browser', 'standalone.js'));
}

export const docsScalarEndpoint = defineEndpoint({
  ...page,
  operationId: 'docsScalar',
  path: '/docs/scalar.js',
  summary: 'Draws the pages',
  description: 'For browsers.',
  answers: { 200: { description: 'The script.', contentType: 'text/javascript' } },
  async handle() {
    return {
      status: 200,
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
      text: await readScalar(),
    };
  },
});
