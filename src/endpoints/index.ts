import { createKeyEndpoint } from './create-key.ts';
import { createOrganizationEndpoint } from './create-organization.ts';
import type { ParleyEndpoint } from './define-endpoint.ts';
import { docsEndpoint, docsScalarEndpoint, docsStartEndpoint } from './docs.ts';
import { getMeetingEndpoint } from './get-meeting.ts';
import { getMetricsEndpoint } from './get-metrics.ts';
import { getOpenApiEndpoint } from './get-openapi.ts';
import { ingestMeetingEndpoint } from './ingest-meeting.ts';
import { listKeysEndpoint } from './list-keys.ts';
import { listMeetingsEndpoint } from './list-meetings.ts';
import { listUsersEndpoint } from './list-users.ts';
import { livezEndpoint } from './livez.ts';
import { putUsersEndpoint } from './put-users.ts';
import { readyzEndpoint } from './readyz.ts';
import { revokeKeyEndpoint } from './revoke-key.ts';
import { rootEndpoint } from './root.ts';

/** Every operation of both addresses. A new one is a file beside this and a line here. */
export const endpoints: readonly ParleyEndpoint[] = [
  listMeetingsEndpoint,
  getMeetingEndpoint,
  listUsersEndpoint,
  ingestMeetingEndpoint,
  putUsersEndpoint,
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
