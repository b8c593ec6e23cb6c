import { createOrganization } from '../domain/organizations/create-organization.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { OrganizationDomains, OrganizationName } from './schemas/organization.ts';

export const createOrganizationEndpoint = defineEndpoint({
  operationId: 'createOrganization',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/organizations',
  scope: 'operator',
  tag: 'Administration',
  summary: 'Create an organization',
  description:
    'Creates a tenant with its first key, which has every scope except operator and is shown only in this ' +
    'response.',
  body: {
    schema: Type.Object(
      {
        name: OrganizationName,
        domains: Type.Optional(OrganizationDomains),
      },
      { title: 'CreateOrganization' },
    ),
    example: { name: 'Parley Example', domains: ['parley.example'] },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    201: {
      description: 'The organization and its first key.',
      schema: Type.Object(
        {
          id: Type.Integer({ minimum: 1, description: 'Identifier of the organization.' }),
          name: Type.String({ description: 'Name of the organization.' }),
          key: Type.String({ description: 'Its first key; it is not shown again.' }),
        },
        { title: 'OrganizationWithKey', 'x-former-name': 'NewOrganization' },
      ),
      example: { id: 2, name: 'Parley Example', key: 'parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c' },
    },
  },
  async handle({ body, caller, requestId }, { db }) {
    const { organization, key } = await createOrganization(db, body, { keyId: caller.keyId, requestId });
    return { status: 201, body: { id: organization.id, name: organization.name, key } };
  },
});
