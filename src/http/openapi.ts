import { answersOf } from './answers.ts';
import { asRequest, hoist, withTypes } from './document-schemas.ts';
import { type AnswerSpec, type Endpoint, scopesOf, type UploadSpec } from './endpoint.ts';
import { ErrorBody } from './faults.ts';
import type { Param } from './params.ts';
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './session-cookie.ts';

export type OpenApiInfo = {
  info: Record<string, unknown>;
  tags: { name: string; description: string }[];
  /** The addresses of the two listeners as seen from outside. */
  apiUrl: string;
  receiverUrl: string;
};

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the endpoints: the same declarations that validate requests. */
export function buildOpenApi<Deps>(endpoints: readonly Endpoint<Deps>[], options: OpenApiInfo): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    if (endpoint.hidden) continue;
    addOperation(paths, endpoint.path, endpoint, endpoint.operationId, schemas, options);
    if (endpoint.alias) {
      addOperation(
        paths,
        endpoint.alias,
        endpoint,
        `${endpoint.operationId}WithoutVersion`,
        schemas,
        options,
      );
    }
  }
  return {
    openapi: '3.1.0',
    info: options.info,
    servers: [{ url: options.apiUrl, description: 'The API: everything but ingestion.' }],
    tags: options.tags,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A key of the organization.',
        },
        Session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'A session of the console, instead of a key; if both are sent, the key takes precedence. It is accepted only ' +
            "at the API's address, and changes also require an Origin header of that address. Over https the cookie is named " +
            `${SECURE_SESSION_COOKIE}.`,
        },
      },
      headers: {
        RequestId: {
          description: 'Identifier of the request in the log: the caller’s X-Request-Id, or a new one.',
          schema: { type: 'string' },
        },
        RateLimit: {
          description:
            'The requests that the API key has left: `r` in the next `t` seconds. Every response to a key carries it ' +
            'if the installation sets a limit. Each `parley serve` counts separately.',
          schema: { type: 'string' },
          example: '"key";r=0;t=12',
        },
        RateLimitPolicy: {
          description: 'The limit of an API key: `q` requests in `w` seconds, counted from its first one.',
          schema: { type: 'string' },
          example: '"key";q=600;w=60',
        },
      },
    },
  };
}

function addOperation<Deps>(
  paths: Record<string, Json>,
  path: string,
  endpoint: Endpoint<Deps>,
  operationId: string,
  schemas: Json,
  options: OpenApiInfo,
): void {
  paths[path] ??= {};
  const item = paths[path];
  const parameters = [
    ...Object.entries(endpoint.params).map((entry) => parameter('path', ...entry)),
    ...Object.entries(endpoint.query).map((entry) => parameter('query', ...entry)),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  item[endpoint.method.toLowerCase()] = {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description + scopesInWords(endpoint),
    ...(endpoint.formerPath ? { 'x-former-path': endpoint.formerPath } : {}),
    ...(endpoint.address === 'receiver'
      ? { servers: [{ url: options.receiverUrl, description: 'The receiver: ingestion.' }] }
      : {}),
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.upload ? { requestBody: uploadOf(endpoint.upload) } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            description: `At most ${endpoint.body.maxBytes} bytes.`,
            content: {
              'application/json': {
                schema: hoist(asRequest(endpoint.body.schema), schemas),
                example: endpoint.body.example,
              },
            },
          },
        }
      : {}),
    responses: Object.fromEntries(
      [...answersOf(endpoint)].map(([status, answer]) => [
        `${status}`,
        response(status, answer, schemas, endpoint),
      ]),
    ),
  };
}

function scopesInWords<Deps>(endpoint: Endpoint<Deps>): string {
  const scopes = scopesOf(endpoint);
  if (scopes.length === 0) return '';
  const names = scopes.map((scope) => `\`${scope}\``);
  if (endpoint.anyScope) return `\n\nScope: any of ${names.join(', ')}.`;
  return `\n\nScope${scopes.length > 1 ? 's' : ''}: ${names.join(' and ')}.`;
}

/** The caller needs one of these. Linters know no scopes of API keys here: the description names them. */
function securityOf<Deps>({ address, scope, aboutSession, answers }: Endpoint<Deps>): Json[] {
  // An operation that never responds 401 needs no session either.
  if (aboutSession) return [{ Session: [] }, ...(answers[401] ? [] : [{}])];
  if (scope === null) return [];
  return address === 'api' ? [{ ApiKey: [] }, { Session: [] }] : [{ ApiKey: [] }];
}

function parameter(place: 'path' | 'query', name: string, param: Param<unknown>): Json {
  return {
    name,
    in: place,
    required: param.required,
    description: param.description,
    schema: withTypes(hoist(param.schema, {}) as Json),
    ...(param.schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(param.example === undefined ? {} : { example: param.example }),
  };
}

function uploadOf({ maxBytes, contentTypes }: UploadSpec): Json {
  const content = contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
  return { required: true, description: `At most ${maxBytes} bytes.`, content: Object.fromEntries(content) };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'For 24 hours, the same key with the same request returns the first response again; with a different ' +
    'request it returns 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

function response(
  status: number,
  answer: AnswerSpec,
  schemas: Json,
  { errors, scope }: Pick<Endpoint<unknown>, 'errors' | 'scope'>,
): Json {
  const schema = answer.schema ?? (status >= 400 ? (errors?.schema ?? ErrorBody) : undefined);
  const example = answer.example ?? (status >= 400 ? exampleOf(answer, errors) : undefined);
  return {
    description: answer.description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 503 || status === 429 ? { 'Retry-After': RETRY_AFTER } : {}),
      ...(status === 429 && scope !== null ? RATE_LIMIT_HEADERS : {}),
    },
    ...(schema
      ? {
          content: {
            [answer.contentType ?? 'application/json']: { schema: hoist(schema, schemas), example },
            ...textTypes(answer.otherContentTypes),
          },
        }
      : {}),
  };
}

function textTypes(examples: Record<string, string> = {}): Json {
  const types = Object.entries(examples);
  return Object.fromEntries(types.map(([type, example]) => [type, { schema: { type: 'string' }, example }]));
}

const RETRY_AFTER = { description: 'Delay in seconds.', schema: { type: 'integer', format: 'int32' } };

/** Every answer to a key has them where there is a limit; here is where they matter. */
const RATE_LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

function exampleOf({ description }: AnswerSpec, errors: Endpoint<unknown>['errors']): object {
  return errors ? errors.render(description, 'b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11') : { error: description };
}
