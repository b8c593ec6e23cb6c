import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type KeptFile, keepFile, keepOnce } from '../http/kept-file.ts';

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

/** The files of the API's pages: read and compressed on first use, then kept, as anybody may ask for it. */
export type DocsFiles = Record<'page' | 'start' | 'scalar' | 'openApi', () => Promise<KeptFile>>;

/** @param openApi the document that the pages show */
export function createDocsFiles(openApi: object): DocsFiles {
  const script = 'text/javascript; charset=utf-8';
  return {
    page: keepOnce(() => keepFile(PAGE, 'text/html; charset=utf-8')),
    start: keepOnce(() => keepFile(START, script)),
    scalar: keepOnce(async () => keepFile(await readScalar(), script)),
    openApi: keepOnce(() => keepFile(JSON.stringify(openApi), 'application/json; charset=utf-8')),
  };
}

function readScalar(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return readFile(join(dirname(entry), 'browser', 'standalone.js'));
}
