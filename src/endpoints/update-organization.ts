import { changeOrganization } from '../domain/organizations/change-organization.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import {
  Organization,
  OrganizationDomains,
  OrganizationName,
  organizationExample,
} from './schemas/organization.ts';

export const updateOrganizationEndpoint = defineEndpoint({
  operationId: 'updateOrganization',
  address: 'api',
  method: 'PATCH',
  path: '/admin/v1/organization',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Change the organization',
  description:
    'Sets the given fields and leaves the others unchanged; domains are replaced as a whole. New domains apply ' +
    'to attendees of meetings that arrive from now on.',
  body: {
    schema: Type.Object(
      { name: Type.Optional(OrganizationName), domains: Type.Optional(OrganizationDomains) },
      { title: 'OrganizationChanges' },
    ),
    example: { name: 'Parley Example', domains: ['parley.example'] },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The updated organization.',
      schema: Organization,
      example: organizationExample,
    },
  },
  async handle({ body, caller, requestId }, { db }) {
    return { status: 200, body: await changeOrganization(db, { ...caller, requestId }, body) };
  },
});
