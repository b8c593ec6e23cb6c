import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type KeptFile, keepFile, keepOnce } from '../http/kept-file.ts';

/**
 * The pages of the API, drawn in the browser by Swagger UI from /openapi.json. All files come from this address, so
 * that the pages work offline, under a policy that lets no foreign or inline script run.
 */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Parley API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/reference.css">
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Swagger UI has a dark theme but does not follow the user's preference by itself. By default it has a public validator
 * read the document.
 */
const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followPreference = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followPreference();
dark.addEventListener('change', followPreference);

SwaggerUIBundle({
  dom_id: '#app',
  url: '/openapi.json',
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

/** Follows Swagger UI's own styles: it expects a page without margins, and its tables are too wide for a phone. */
const STYLE = `
body { margin: 0; }
@media (width < 40rem) {
  .swagger-ui table:is(.parameters, .responses-table) { display: block; }
  .swagger-ui table:is(.parameters, .responses-table) > * { display: block; }
  .swagger-ui table:is(.parameters, .responses-table) > * > tr { display: flex; flex-wrap: wrap; }
  .swagger-ui table:is(.parameters, .responses-table) > * > tr > * { padding: 0 0 8px; }
  .swagger-ui table:is(.parameters, .responses-table) > * > tr > :nth-child(2) { flex: 0 0 100%; min-width: 0; }
  .swagger-ui .parameters-col_description :is(input, select, textarea) { width: 100%; max-width: none; }
}
`;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/**
 * The files of the API's pages. They are read and compressed on first use and then kept in memory, because anybody may
 * request them.
 */
export type DocsFiles = Record<'page' | 'start' | 'script' | 'style' | 'openApi', () => Promise<KeptFile>>;

/** Creates the files of the pages. @param openApi the document that the pages show */
export function createDocsFiles(openApi: object): DocsFiles {
  return {
    page: keepOnce(() => keepFile(PAGE, 'text/html; charset=utf-8')),
    start: keepOnce(() => keepFile(START, SCRIPT_TYPE)),
    script: keepOnce(async () => keepFile(await readSwaggerUi('swagger-ui-bundle.js'), SCRIPT_TYPE)),
    style: keepOnce(async () =>
      keepFile((await readSwaggerUi('swagger-ui.css')) + STYLE, 'text/css; charset=utf-8'),
    ),
    openApi: keepOnce(() => keepFile(JSON.stringify(openApi), 'application/json; charset=utf-8')),
  };
}

function readSwaggerUi(name: string): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');
}
