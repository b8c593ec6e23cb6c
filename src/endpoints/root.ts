import { longText, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';

const forBrowsers = {
  address: 'api',
  method: 'GET',
  alsoHead: true,
  scope: null,
  tag: 'Operation',
  hidden: true,
} as const;

/** Browsers receive the same page at other paths of the console: see http/app.ts. */
export const rootEndpoint = defineEndpoint({
  ...forBrowsers,
  operationId: 'root',
  path: '/',
  anyQuery: true,
  summary: 'Where people begin',
  description: 'The console.',
  answers: {
    200: { description: 'The page.', contentType: 'text/html' },
    304: { description: 'The page is the one that the browser has.' },
  },
  handle: ({ headers }, { consoleFiles }) => consoleFiles.page(headers),
});

export const consoleAssetEndpoint = defineEndpoint({
  ...forBrowsers,
  operationId: 'consoleAsset',
  path: '/assets/{name}',
  summary: 'What the console is made of',
  description: 'For browsers. A name stands for its content: it never changes.',
  params: { name: required(longText({ description: 'Name of the file.' })) },
  answers: {
    200: { description: 'The file.', contentType: 'application/octet-stream' },
    304: { description: 'The file is the one that the browser has.' },
    404: { description: 'There is no such file.' },
  },
  handle: ({ params, headers }, { consoleFiles }) => consoleFiles.asset(params.name, headers),
});
