import type { ListMultipartUploadsCommandInput, S3Client } from '@aws-sdk/client-s3';
import { createFullDisk } from '../lib/full-disk.ts';
import type { S3Settings } from './blob-url.ts';
import { attachmentNamed, safeContentType } from './content-disposition.ts';
import { checkBlobKey, checkBlobPrefix, isBlobKey, MARKER_NAME } from './keys.ts';
import { createS3Presigner } from './s3-presign.ts';
import { STORE_FULL, tellUnavailable } from './s3-unavailable.ts';
import { uploadToS3 } from './s3-upload.ts';
import type { BlobInfo, BlobStore, PresignOptions } from './types.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** For a part of 8 MiB that is 70 kB/s; joining the parts of a large upload takes look-alikes a while too. */
const REQUEST_TIMEOUT_MS = 120_000;
/** S3's limit. */
const MAX_PRESIGN_SECONDS = 7 * 24 * 3600;

type Sdk = typeof import('@aws-sdk/client-s3');

/** The parts that the stores of one bucket share. */
type Bucket = { sdk: Sdk; client: S3Client; name: string; prefix: string };

export type S3Store = BlobStore & { close(): void };

/**
 * A blob store in any S3. It needs s3:GetObject, PutObject, DeleteObject, AbortMultipartUpload, ListBucket and
 * ListBucketMultipartUploads. The SDK is loaded here and not at the top: it costs 300 ms and 35 MB.
 *
 * @throws where the SDK finds no region; the bucket itself is not asked
 */
export async function createS3Store(settings: S3Settings): Promise<S3Store> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = makeClient(sdk, settings);
  const disk = createFullDisk();
  tellUnavailable(client, disk);
  // Fails now instead of at the first recording.
  await client.config.region();
  const bucket: Bucket = { sdk, client, name: settings.bucket, prefix: settings.prefix };
  const presigner = await makePresigner(bucket);
  return {
    async put(key, content, { contentType, signal }) {
      checkBlobKey(key);
      const target = {
        Bucket: bucket.name,
        Key: bucket.prefix + key,
        ContentType: safeContentType(contentType),
      };
      const bytes = await uploadToS3(sdk, client, target, content, signal);
      return { bytes };
    },
    async delete(key) {
      checkBlobKey(key);
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket.name, Key: bucket.prefix + key }));
    },
    async read(key) {
      checkBlobKey(key);
      return (await getObject(bucket, key)) as AsyncIterable<Uint8Array> | undefined;
    },
    async presign(key, options) {
      checkBlobKey(key);
      return await presigner(key, options);
    },
    list(prefix) {
      checkBlobPrefix(prefix);
      return listObjects(bucket, prefix);
    },
    discardUnfinished: (startedBeforeMs) => abortOldUploads(bucket, startedBeforeMs),
    disk,
    obstacle: async () => (disk.isFull() ? STORE_FULL : undefined),
    readMarker: async () => (await getObject(bucket, MARKER_NAME))?.transformToString(),
    async writeMarker(text) {
      const target = { Bucket: bucket.name, Key: bucket.prefix + MARKER_NAME };
      await client.send(new sdk.PutObjectCommand({ ...target, Body: text, ContentType: 'application/json' }));
    },
    close: () => client.destroy(),
  };
}

function makeClient(sdk: Sdk, { endpoint, region, forcePathStyle, credentials }: S3Settings): S3Client {
  return new sdk.S3Client({
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials && { credentials }),
    // S3 look-alikes do not all know the checksums that the SDK otherwise adds.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}

/**
 * Presigns without asking anybody. The SDK signs once here, so that its rules for endpoints (path or host style,
 * region, FIPS, dual stack) need not be known twice. Keys from a role end with its session, maybe before the URL.
 */
async function makePresigner({ sdk, client, name, prefix }: Bucket) {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const probe = 'x';
  const sign = createS3Presigner();
  let base: { url: string; region: string } | undefined;
  const findBase = async () => {
    const command = new sdk.GetObjectCommand({ Bucket: name, Key: prefix + probe });
    const signed = new URL(await getSignedUrl(client, command));
    const region = signed.searchParams.get('X-Amz-Credential')!.split('/').at(-3)!;
    return { url: signed.origin + signed.pathname.slice(0, -probe.length), region };
  };
  return async (key: string, options: PresignOptions): Promise<string> => {
    const { expiresAtMs, nowMs = Date.now(), contentType, fileName } = options;
    base ??= await findBase();
    const { url, region } = base;
    const signedAtSeconds = Math.floor(nowMs / 1000);
    const validForSeconds = Math.floor(expiresAtMs / 1000) - signedAtSeconds;
    if (validForSeconds < 1 || validForSeconds > MAX_PRESIGN_SECONDS) {
      throw new RangeError('An S3 URL must expire within 7 days from now');
    }
    return sign({
      url: url + key,
      query: {
        'response-content-type': safeContentType(contentType),
        'response-content-disposition': attachmentNamed(fileName),
      },
      credentials: await client.config.credentials(),
      region,
      signedAtSeconds,
      validForSeconds,
    });
  };
}

/** @returns undefined if there is no such object */
async function getObject({ sdk, client, name, prefix }: Bucket, key: string) {
  try {
    return (await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: prefix + key }))).Body;
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return undefined;
    throw error;
  }
}

async function* listObjects({ sdk, client, name, prefix }: Bucket, below: string): AsyncGenerator<BlobInfo> {
  const pages = sdk.paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix + below });
  for await (const page of pages) {
    for (const object of page.Contents ?? []) {
      const key = object.Key!.slice(prefix.length);
      // Files that others put here are not listed, and so never swept.
      if (isBlobKey(key))
        yield { key, bytes: object.Size ?? 0, modifiedMs: object.LastModified?.getTime() ?? 0 };
    }
  }
}

async function abortOldUploads(
  { sdk, client, name, prefix }: Bucket,
  startedBeforeMs: number,
): Promise<number> {
  let aborted = 0;
  const input: ListMultipartUploadsCommandInput = { Bucket: name, Prefix: prefix };
  for (;;) {
    const page = await client.send(new sdk.ListMultipartUploadsCommand(input));
    for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
      // One whose age is not told may be under way.
      if (!Initiated || Initiated.getTime() >= startedBeforeMs) continue;
      if (!isBlobKey(Key.slice(prefix.length))) continue;
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
      aborted++;
    }
    if (!page.IsTruncated) return aborted;
    input.KeyMarker = page.NextKeyMarker;
    input.UploadIdMarker = page.NextUploadIdMarker;
  }
}
