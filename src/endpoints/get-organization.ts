import { getOrganization } from '../domain/organizations/change-organization.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Organization, organizationExample } from './schemas/organization.ts';

export const getOrganizationEndpoint = defineEndpoint({
  operationId: 'getOrganization',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/organization',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Get the organization',
  description: 'Returns the organization of the caller.',
  answers: { 200: { description: 'The organization.', schema: Organization, example: organizationExample } },
  async handle({ caller }, { db }) {
    return { status: 200, body: await getOrganization(db, caller.organizationId) };
  },
});
