import packageJson from '../../package.json' with { type: 'json' };
import { buildOpenApi } from '../http/openapi.ts';
import { endpoints } from './index.ts';

/** Version of the HTTP interface as a whole. */
const INTERFACE_VERSION = '2.0.0';

const DESCRIPTION = `Parley is a system of record for customer conversations: it ingests meetings and e-mails from any
source, associates them with CRM records, finds signals in them, and returns everything that it stores.

The API has two addresses. Meetings, e-mails and recordings are sent to the receiver, which is the server of these operations;
everything else is at the address of the API. Every operation with a lock requires an API key in the \`X-API-Key\` header.
Date-times are RFC 3339 with a zone; responses are in UTC. A parameter that takes a list takes it separated by commas or
repeated, which means the same. Fields without a value are omitted. Errors are \`{"error": "…"}\`.

The version of this document, ${INTERFACE_VERSION}, is that of the HTTP interface. It grows compatibly: fields and operations are
added to it, so clients have to accept fields that they do not know. The software that serves it has a version of its own;
this is Parley ${packageJson.version}.`;

/** Returns the OpenAPI document of all endpoints, with the addresses of this installation. */
export function openApiDocument(apiUrl: string, receiverUrl: string): Record<string, unknown> {
  return buildOpenApi(endpoints, {
    apiUrl,
    receiverUrl,
    info: {
      title: 'Parley',
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      contact: { name: 'The Parley developers' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [
      { name: 'Meetings', description: 'Read meetings and their transcripts.' },
      { name: 'E-mails', description: 'Read e-mails.' },
      { name: 'Accounts', description: 'Read everything about one customer.' },
      { name: 'Remap', description: 'Associate a meeting with other CRM records.' },
      { name: 'Signals', description: 'Read the findings of signals in conversations, with their evidence.' },
      { name: 'Users', description: 'Read the users of the organization.' },
      { name: 'Views', description: 'Save filters and sorting of a list under a name.' },
      { name: 'Changes', description: 'Follow everything that changes, in order and without gaps.' },
      { name: 'Webhooks', description: 'Have everything that changes posted to a URL, signed.' },
      { name: 'Exports', description: 'Export everything, or what changed, to files.' },
      { name: 'Ingestion', description: 'Ingest meetings, e-mails and recordings, at the receiver.' },
      {
        name: 'Administration',
        description: 'Manage organizations and their settings.',
      },
      { name: 'Session', description: 'Sign in to the console and sign out.' },
      { name: 'Operation', description: 'Health, metrics and this document.' },
    ],
  });
}
