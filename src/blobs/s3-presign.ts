import { createHmac, hash } from 'node:crypto';
import { encodeStrictly } from './content-disposition.ts';

export type S3Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

export type S3PresignRequest = {
  /** URL of the object, its path in unreserved characters. */
  url: string;
  /** Further parameters of the query. */
  query: Record<string, string>;
  credentials: S3Credentials;
  region: string;
  /** Whole seconds since the epoch. */
  signedAtSeconds: number;
  validForSeconds: number;
};

/**
 * Makes URLs for GETs, signed as AWS has it (Signature Version 4 in the query, payload unsigned, host the only
 * header).
 *
 * The SDK's presigner does the same in 0.6 ms a URL, its middleware being resolved anew for each; a list presigns
 * 50 at a time, and this takes 0.04 ms. A test holds the two against each other.
 */
export function createS3Presigner(): (request: S3PresignRequest) => string {
  const keyFor = rememberLast(signingKey);
  return ({ url, query, credentials, region, signedAtSeconds, validForSeconds }) => {
    const { origin, host, pathname } = new URL(url);
    const time = `${new Date(signedAtSeconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const day = time.slice(0, 8);
    const scope = `${day}/${region}/s3/aws4_request`;
    const signed = canonicalQuery({
      ...query,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
      'X-Amz-Credential': `${credentials.accessKeyId}/${scope}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(validForSeconds),
      'X-Amz-SignedHeaders': 'host',
      ...(credentials.sessionToken && { 'X-Amz-Security-Token': credentials.sessionToken }),
    });
    const digest = hash('sha256', `GET\n${pathname}\n${signed}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`);
    const signature = createHmac('sha256', keyFor(credentials.secretAccessKey, day, region))
      .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`)
      .digest('hex');
    return `${origin}${pathname}?${signed}&X-Amz-Signature=${signature}`;
  };
}

function canonicalQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&');
}

/** Good for a day, and half the cost of a URL. */
function signingKey(secret: string, day: string, region: string): Buffer {
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, 's3', 'aws4_request']) {
    key = createHmac('sha256', key).update(part).digest();
  }
  return key;
}

function rememberLast<Result>(compute: (...texts: [string, string, string]) => Result) {
  let last: { of: string[]; result: Result } | undefined;
  return (...texts: [string, string, string]): Result => {
    if (!last?.of.every((text, i) => text === texts[i])) last = { of: texts, result: compute(...texts) };
    return last!.result;
  };
}
