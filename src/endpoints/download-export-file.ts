import { defineEndpoint } from './define-endpoint.ts';
import { answerSignedDownload, downloadAnswers, downloadId, downloadQuery } from './signed-download.ts';

export const downloadExportFileEndpoint = defineEndpoint({
  operationId: 'downloadExportFile',
  address: 'api',
  method: 'GET',
  alsoHead: true,
  path: '/downloads/org/{organizationId}/export/{exportId}/{fileId}',
  scope: null,
  tag: 'Exports',
  summary: 'Download a file of an export',
  description:
    'This is the target of the URLs in the manifest of an export, with the file store. It requires no key, because the ' +
    'URL is signed and expires. Requests with Range receive 206. With an S3 store, the URLs point there instead.',
  params: {
    organizationId: downloadId('organization'),
    exportId: downloadId('export'),
    fileId: downloadId('file'),
  },
  query: downloadQuery,
  answers: downloadAnswers('file'),
  handle: (request, deps) =>
    answerSignedDownload(request, deps, {
      what: 'file',
      organizationId: Number(request.params.organizationId),
      action: 'export.download',
      subject: `export ${request.params.exportId}`,
    }),
});
