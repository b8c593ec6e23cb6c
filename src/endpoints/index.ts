import { createKeyEndpoint } from './create-key.ts';
import { createOrganizationEndpoint } from './create-organization.ts';
import type { ParleyEndpoint } from './define-endpoint.ts';
import { deleteMeetingEndpoint } from './delete-meeting.ts';
import { docsEndpoint, docsScalarEndpoint, docsStartEndpoint } from './docs.ts';
import { downloadRecordingEndpoint } from './download-recording.ts';
import { getMeetingEndpoint } from './get-meeting.ts';
import { getMetricsEndpoint } from './get-metrics.ts';
import { getOpenApiEndpoint } from './get-openapi.ts';
import { getRemapEndpoint } from './get-remap.ts';
import { ingestMeetingEndpoint } from './ingest-meeting.ts';
import { listJobsEndpoint } from './list-jobs.ts';
import { listKeysEndpoint } from './list-keys.ts';
import { listMeetingsEndpoint } from './list-meetings.ts';
import { listRemapsEndpoint } from './list-remaps.ts';
import { listUsersEndpoint } from './list-users.ts';
import { livezEndpoint } from './livez.ts';
import { putCrmRecordsEndpoint } from './put-crm-records.ts';
import { putUsersEndpoint } from './put-users.ts';
import { readyzEndpoint } from './readyz.ts';
import { remapMeetingEndpoint } from './remap-meeting.ts';
import { retryJobEndpoint } from './retry-job.ts';
import { revokeKeyEndpoint } from './revoke-key.ts';
import { rootEndpoint } from './root.ts';
import { undoRemapEndpoint } from './undo-remap.ts';
import { uploadRecordingEndpoint } from './upload-recording.ts';

/** Every operation of both addresses. A new one is a file beside this and a line here. */
export const endpoints: readonly ParleyEndpoint[] = [
  listMeetingsEndpoint,
  getMeetingEndpoint,
  deleteMeetingEndpoint,
  downloadRecordingEndpoint,
  remapMeetingEndpoint,
  getRemapEndpoint,
  undoRemapEndpoint,
  listRemapsEndpoint,
  listUsersEndpoint,
  ingestMeetingEndpoint,
  uploadRecordingEndpoint,
  putUsersEndpoint,
  putCrmRecordsEndpoint,
  listJobsEndpoint,
  retryJobEndpoint,
  createKeyEndpoint,
  listKeysEndpoint,
  revokeKeyEndpoint,
  createOrganizationEndpoint,
  livezEndpoint,
  readyzEndpoint,
  getMetricsEndpoint,
  getOpenApiEndpoint,
  docsEndpoint,
  docsStartEndpoint,
  docsScalarEndpoint,
  rootEndpoint,
];
