import { Type } from '../../lib/schema-types.ts';
import { Domain, Name, Text } from './common.ts';

const MAX_DOMAINS = 100;

/** The domains of an organization in a request. */
export const OrganizationDomains = Type.Array(Domain("A domain of the organization's own people."), {
  maxItems: MAX_DOMAINS,
  description: 'Attendees of these domains and their subdomains are internal.',
});

export const OrganizationName = Name('Name of the organization.');

export const Organization = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Identifier of the organization.' }),
    name: Text('Name of the organization.'),
    domains: Type.Array(Type.String(), {
      description: "Domains of the organization's own people, in lower case.",
    }),
  },
  { title: 'Organization' },
);

export const organizationExample = { id: 1, name: 'Parley Example', domains: ['parley.example'] };
