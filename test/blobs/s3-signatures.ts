import { createHash, timingSafeEqual } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';

/** A request as it came over the wire. */
export type S3Request = {
  method: string;
  /** The percent-encoded value as it was sent. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: Buffer;
};

/** An error that S3 answers with. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Credentials = { accessKeyId: string; secretAccessKey: string };

/** The fields of a signature. */
type Scope = { accessKeyId: string; region: string; signedAt: Date };

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRY_SECONDS = 7 * 24 * 3600;

/**
 * Checks signatures as S3 does (Signature Version 4, in the Authorization header or in the query): the SDK signs each
 * request again, and both signatures must be equal.
 *
 * @returns resolves if the request has a valid signature of the account
 * @throws S3Error if it does not
 */
export function createSignatureCheck(account: Credentials): (request: S3Request) => Promise<void> {
  const clients = new Map<string, S3Client>();
  const clientOf = (region: string): S3Client => {
    const client = clients.get(region) ?? new S3Client({ region, credentials: account });
    clients.set(region, client);
    return client;
  };
  return async (request) => {
    const isPresigned = request.query['X-Amz-Signature'] !== undefined;
    if (!isPresigned && request.headers.authorization === undefined) throw new S3Error(403, 'AccessDenied');
    const scope = isPresigned ? scopeOfQuery(request) : scopeOfHeaders(request);
    if (scope.accessKeyId !== account.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
    await (isPresigned ? checkPresigned : checkSigned)(request, scope, clientOf(scope.region));
  };
}

async function checkSigned(request: S3Request, scope: Scope, client: S3Client): Promise<void> {
  if (Math.abs(Date.now() - scope.signedAt.getTime()) > MAX_SKEW_MS) {
    throw new S3Error(403, 'RequestTimeTooSkewed');
  }
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const { authorization = '', 'x-amz-content-sha256': saidHash } = request.headers;
  if (saidHash !== 'UNSIGNED-PAYLOAD' && saidHash !== bodyHash) {
    throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  }
  const signedHeaders = /SignedHeaders=([^,\s]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, request.headers[name] ?? '']));
  const signer = await client.config.signer();
  const { headers: again } = await signer.sign(unsigned(request, headers, request.query), {
    signingDate: scope.signedAt,
    signableHeaders: new Set(signedHeaders),
  });
  assertEqual(authorization, again.authorization);
}

async function checkPresigned(request: S3Request, scope: Scope, client: S3Client): Promise<void> {
  const expiresIn = Number(request.query['X-Amz-Expires']);
  if (!(expiresIn >= 1 && expiresIn <= MAX_EXPIRY_SECONDS)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError');
  }
  const ageMs = Date.now() - scope.signedAt.getTime();
  if (ageMs < -MAX_SKEW_MS) throw new S3Error(403, 'AccessDenied', 'Request is not valid yet');
  if (ageMs >= expiresIn * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired');
  const query = Object.fromEntries(
    Object.entries(request.query).filter(([name]) => !name.startsWith('X-Amz-')),
  );
  const presigner = new S3RequestPresigner(client.config);
  const { query: again } = await presigner.presign(
    unsigned(request, { host: request.headers.host ?? '' }, query),
    { signingDate: scope.signedAt, expiresIn },
  );
  assertEqual(request.query['X-Amz-Signature'], again?.['X-Amz-Signature']);
}

function unsigned(request: S3Request, headers: Record<string, string>, query: Record<string, string>) {
  const { hostname, port } = new URL(`http://${request.headers.host}`);
  const { method, path } = request;
  return { protocol: 'http:', hostname, port: Number(port), method, path, query, headers };
}

function scopeOfHeaders({ headers }: S3Request): Scope {
  const credential = /^AWS4-HMAC-SHA256 Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1];
  return scopeOf(credential, headers['x-amz-date']);
}

function scopeOfQuery({ query }: S3Request): Scope {
  return scopeOf(query['X-Amz-Credential'], query['X-Amz-Date']);
}

function scopeOf(credential = '', date = ''): Scope {
  const scope = /^(?<accessKeyId>.+)\/(?<day>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request$/.exec(
    credential,
  )?.groups;
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!scope || !time || !date.startsWith(scope.day!)) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed');
  }
  const [, year, month, day, hours, minutes, seconds] = time;
  const signedAt = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return { accessKeyId: scope.accessKeyId!, region: scope.region!, signedAt };
}

function assertEqual(given: unknown, expected: unknown): void {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(String(expected))];
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new S3Error(403, 'SignatureDoesNotMatch');
}
