import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import type { PlausibleRequest } from './plausible-request.ts';
import { plausibleRequest } from './plausible-request.ts';
import type { Tenant } from './tenants.ts';

/** One spot of an operation where an id of somebody else can be put. */
export type IdPlace = {
  /** `path id`, `query salesforceAccountId`, `body meeting.host.email`. */
  name: string;
  /** @returns values of a tenant's things that fit the place; `ids` are all ids of its rows */
  values(tenant: Tenant, ids: readonly string[]): string[];
  /** The operation's request with the value there. */
  request(value: string): PlausibleRequest;
};

/** Ids of evaluations are digits as well, and more of them than any number has. */
const isNumber = (id: string): boolean => /^\d{1,16}$/.test(id);

type Values = (tenant: Tenant, ids: readonly string[]) => string[];

/** By name of a query parameter or a field of a body: what of a tenant it can name, or that it names nothing. */
const NAMES: Record<string, Values | 'names nothing'> = {
  id: (tenant) => [tenant.externalId, tenant.accountId],
  email: (tenant) => tenant.emails,
  hostEmail: (tenant) => tenant.emails,
  attendeeEmailAddresses: (tenant) => tenant.emails,
  participantEmailAddresses: (tenant) => tenant.emails,
  speaker: (tenant) => tenant.emails,
  messageId: (tenant) => [`<${tenant.mark}-mail@${tenant.domain}>`],
  accountId: (tenant) => [tenant.accountId],
  crmAccountId: (tenant) => [tenant.accountId],
  opportunityId: (tenant) => [tenant.opportunityId],
  leadId: (tenant) => [tenant.leadId],
  salesforceAccountId: (tenant) => [tenant.accountId],
  salesforceOpportunityId: (tenant) => [tenant.opportunityId],
  salesforceLeadId: (tenant) => [tenant.leadId],
  serviceMeetingId: (_tenant, ids) => ids.filter(isNumber),
  actor: (_tenant, ids) => ids.filter(isNumber),
  signalId: (_tenant, ids) => ids.filter(isNumber),
  signalIds: (_tenant, ids) => ids.filter(isNumber),
  meetingId: (_tenant, ids) => ids.filter(isNumber),
  externalId: (tenant) => [tenant.externalId],
  query: (tenant) => [tenant.mark, ...tenant.emails],
  meetingIds: (_tenant, ids) => ids.filter(isNumber),
  chatUserId: (tenant) => [`${tenant.mark}-chat`],
  domains: (tenant) => [tenant.domain],
  ...Object.fromEntries(
    [
      ...['pageNumber', 'pageSize', 'sourceTypes', 'scopes', 'timestampSeconds', 'endSeconds', 'language'],
      ...['title', 'subject', 'name', 'text', 'callUrl', 'recordingUrl', 'role', 'type'],
      ...['signalName', 'prompt', 'phrases', 'maxMeetings'],
      ...['search', 'before', 'action', 'after', 'types', 'limit', 'waitSeconds'],
      ...['url', 'description', 'note', 'version'],
      ...['fileName', 'hostName', 'attendees', 'defaults'],
      ...['fromEntry', 'entries', 'around', 'maxTokens', 'question'],
      ...['jsonrpc', 'method', 'params'],
      ...['crmAuthStatus', 'calendarAuthStatus', 'crmDepartment', 'crmUserRole'],
    ].map((name) => [name, 'names nothing' as const]),
  ),
};

/** @returns undefined for what can name nothing: by its schema, or because the table says so */
function valuesOf(name: string, schema: Node, at: string): Values | undefined {
  if (schema.enum || schema.type === 'boolean' || schema.format === 'date-time') return undefined;
  const values = NAMES[name];
  if (values === undefined) {
    throw new Error(
      `${at}: say in id-places.ts what of a tenant "${name}" can name, or that it names nothing`,
    );
  }
  return values === 'names nothing' ? undefined : values;
}

/** Parameters of paths that count within what another parameter names. */
const WITHIN_ANOTHER = ['version'];

/** Every place of the operation that can name something. @throws for a name that id-places.ts does not know */
export function idPlaces(endpoint: ParleyEndpoint): IdPlace[] {
  const at = endpoint.operationId;
  const paths = Object.entries(endpoint.params).filter(([name]) => !WITHIN_ANOTHER.includes(name));
  const inPath = paths.map(([name, param]): IdPlace => {
    const takesNumber = param.schema.type === 'integer';
    return {
      name: `path ${name}`,
      values: (_tenant, ids) => (takesNumber ? ids.filter(isNumber) : [...ids]),
      request: (value) => plausibleRequest(endpoint, { [name]: value }),
    };
  });
  const inQuery = Object.entries(endpoint.query).flatMap(([name, param]): IdPlace[] => {
    const values = valuesOf(name, param.schema as Node, `${at}, query`);
    if (!values) return [];
    const request = plausibleRequest(endpoint);
    return [
      {
        name: `query ${name}`,
        values,
        request: (value) => ({ ...request, query: { ...request.query, [name]: value } }),
      },
    ];
  });
  const inBody = leaves((endpoint.body?.schema ?? {}) as Node).flatMap(({ path, node }): IdPlace[] => {
    const values = valuesOf(path.findLast((name) => name !== '0')!, node, `${at}, body`);
    if (!values) return [];
    const request = plausibleRequest(endpoint);
    return [
      {
        name: `body ${path.join('.')}`,
        values,
        request: (value) => ({
          ...request,
          body: put(request.body, endpoint.body!.schema as Node, path, value),
        }),
      },
    ];
  });
  return [...inPath, ...inQuery, ...inBody];
}

/** The body as the tenant itself would send it: every place of the example that names something names its own. */
export function bodyOf(endpoint: ParleyEndpoint, tenant: Tenant, ids: readonly string[]): unknown {
  const schema = endpoint.body!.schema as Node;
  return leaves(schema).reduce((body, { path, node }) => {
    const values = valuesOf(path.findLast((name) => name !== '0')!, node, endpoint.operationId);
    // A tenant's first number will do, as its first address does: the caller says which ids there are.
    const value = values?.(tenant, ids)[0];
    return value === undefined || !has(body, path) ? body : put(body, schema, path, value);
  }, endpoint.body!.example);
}

type Node = {
  type?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
};

type Leaf = { path: string[]; node: Node };

/** Every field that holds no object; `0` stands for an array's first item. */
function leaves(node: Node, path: string[] = []): Leaf[] {
  if (node.properties) {
    return Object.entries(node.properties).flatMap(([name, child]) => leaves(child, [...path, name]));
  }
  if (node.items) return leaves(node.items, [...path, '0']);
  return path.length === 0 ? [] : [{ path, node }];
}

function has(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  return typeof value === 'object' && value !== null && name in value && has((value as never)[name], rest);
}

/** A copy of `value` with another field at `path`; objects on the way that are not there get what they require. */
function put(value: unknown, node: Node, [name, ...rest]: string[], leaf: string): unknown {
  if (name === undefined) return node.type === 'integer' ? Number(leaf) : leaf;
  if (node.items) {
    const [first, ...others] = (value ?? []) as unknown[];
    return [put(first, node.items, rest, leaf), ...others];
  }
  const object = (value ?? minimal(node)) as Record<string, unknown>;
  return { ...object, [name]: put(object[name], node.properties![name]!, rest, leaf) };
}

/** The smallest value that fits the schema. */
function minimal(node: Node): unknown {
  if (node.enum) return node.enum[0];
  if (node.properties) {
    return Object.fromEntries((node.required ?? []).map((name) => [name, minimal(node.properties![name]!)]));
  }
  if (node.items) return [minimal(node.items)];
  if (node.format === 'email') return 'nobody@missing.example';
  if (node.format === 'date-time') return '2026-01-31T09:30:00Z';
  return node.type === 'integer' || node.type === 'number' ? 1 : node.type === 'boolean' ? true : 'x';
}
