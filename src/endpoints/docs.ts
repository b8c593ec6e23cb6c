import { answerKeptFile } from '../http/kept-file.ts';
import { defineEndpoint } from './define-endpoint.ts';

const page = {
  address: 'api',
  method: 'GET',
  alsoHead: true,
  scope: null,
  tag: 'Operation',
  hidden: true,
} as const;

const UNCHANGED = { description: 'The client has it already.' };

export const docsEndpoint = defineEndpoint({
  ...page,
  operationId: 'docs',
  path: '/docs',
  summary: 'The pages of the API',
  description: 'For people.',
  answers: { 200: { description: 'The page.', contentType: 'text/html' }, 304: UNCHANGED },
  async handle({ headers }, { docsFiles, receiverUrl }) {
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      `font-src 'self' data:; connect-src 'self' ${new URL(receiverUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
    return answerKeptFile(await docsFiles.page(), headers, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
    });
  },
});

export const docsStartEndpoint = defineEndpoint({
  ...page,
  operationId: 'docsStart',
  path: '/docs/start.js',
  summary: 'Starts the pages',
  description: 'For browsers.',
  answers: { 200: { description: 'The script.', contentType: 'text/javascript' }, 304: UNCHANGED },
  handle: async ({ headers }, { docsFiles }) =>
    answerKeptFile(await docsFiles.start(), headers, { 'Cache-Control': 'no-cache' }),
});

/** An hour's caching suffices, because the files change only with the version of Swagger UI. */
const FOR_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };

const script = {
  ...page,
  summary: 'Draws the pages',
  description: 'For browsers.',
  answers: { 200: { description: 'The script.', contentType: 'text/javascript' }, 304: UNCHANGED },
} as const;

export const docsScriptEndpoint = defineEndpoint({
  ...script,
  operationId: 'docsScript',
  path: '/docs/reference.js',
  handle: async ({ headers }, { docsFiles }) =>
    answerKeptFile(await docsFiles.script(), headers, FOR_AN_HOUR),
});

/** The path of the script in earlier versions, which bookmarks and checks may still name. */
export const docsScalarEndpoint = defineEndpoint({
  ...script,
  operationId: 'docsScalar',
  path: '/docs/scalar.js',
  handle: async ({ headers }, { docsFiles }) =>
    answerKeptFile(await docsFiles.script(), headers, FOR_AN_HOUR),
});

export const docsStyleEndpoint = defineEndpoint({
  ...page,
  operationId: 'docsStyle',
  path: '/docs/reference.css',
  summary: 'Styles the pages',
  description: 'For browsers.',
  answers: { 200: { description: 'The style sheet.', contentType: 'text/css' }, 304: UNCHANGED },
  handle: async ({ headers }, { docsFiles }) => answerKeptFile(await docsFiles.style(), headers, FOR_AN_HOUR),
});
