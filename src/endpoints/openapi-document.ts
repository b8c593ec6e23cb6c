import { buildOpenApi } from '../http/openapi.ts';
import { endpoints } from './index.ts';

const DESCRIPTION = `Parley is a system of record for customer conversations: it takes in meetings and e-mails from any
source, ties them to CRM records, finds signals in them, and gives everything back.

Two addresses: everything but ingestion is at {base_url}, ingestion is at {receiver_url}. Every operation with a lock
takes an API key in the \`X-API-Key\` header. Date-times are RFC 3339 with a zone; answers are in UTC. Fields without a
value are left out. Errors are \`{"error": "…"}\`.`;

/** The document of all endpoints, for the addresses under which this installation is reached. */
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
      { name: 'Remap', description: 'Tie a meeting to other CRM records.' },
      { name: 'Signals', description: 'Read what signals found in conversations, and what proves it.' },
      { name: 'Users', description: 'Read the users of the organization.' },
      { name: 'Ingestion', description: 'Take in meetings and e-mails, at {receiver_url}.' },
      {
        name: 'Administration',
        description: 'The settings of an organization, and organizations themselves.',
      },
      { name: 'Session', description: 'Sign in to the console and out of it.' },
      { name: 'Operation', description: 'Health, metrics and this document.' },
    ],
  });
}
