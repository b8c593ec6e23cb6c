import { buildOpenApi } from '../http/openapi.ts';
import { endpoints } from './index.ts';

const DESCRIPTION = `Parley is a system of record for customer conversations: it ingests meetings and e-mails from any
source, associates them with CRM records, finds signals in them, and returns everything that it stores.

The API has two addresses: ingestion is at {receiver_url}, and everything else is at {base_url}. Every operation with a lock
requires an API key in the \`X-API-Key\` header. Date-times are RFC 3339 with a zone; responses are in UTC. Fields without a
value are omitted. Errors are \`{"error": "…"}\`.`;

/** Returns the OpenAPI document of all endpoints, with the addresses of this installation. */
export function openApiDocument(apiUrl: string, receiverUrl: string): Record<string, unknown> {
  return buildOpenApi(endpoints, {
    apiUrl,
    receiverUrl,
    info: {
      title: 'Parley',
      version: '2.0.0',
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
      { name: 'Ingestion', description: 'Ingest meetings and e-mails, at {receiver_url}.' },
      {
        name: 'Administration',
        description: 'Manage organizations and their settings.',
      },
      { name: 'Session', description: 'Sign in to the console and sign out.' },
      { name: 'Operation', description: 'Health, metrics and this document.' },
    ],
  });
}
