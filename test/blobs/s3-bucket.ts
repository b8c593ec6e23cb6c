import { createHash, randomUUID } from 'node:crypto';
import { S3Error, type S3Request } from './s3-signatures.ts';

type Stored = { bytes: Buffer; type: string; etag: string; modified: Date };
type Upload = { key: string; type: string; initiated: Date; parts: Map<number, Stored> };

export type S3Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };

export type S3Bucket = {
  /** Answers a request on the bucket itself (`key` is '') or on an object. @throws S3Error */
  answer(key: string, request: S3Request): S3Answer;
  /** Ids of the multipart uploads that were begun and neither completed nor aborted. */
  openUploads(): string[];
};

/** Small, so that clients have to page. S3 has 1,000. */
const PAGE_OBJECTS = 2;
const PAGE_UPLOADS = 1;

/** The minimum size of every part except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;

const OVERRIDES = {
  'response-content-type': 'content-type',
  'response-content-disposition': 'content-disposition',
};

const XML = { 'content-type': 'application/xml' };

/** A bucket in memory, with the operations that Parley's store uses and their errors. */
export function createS3Bucket(name: string): S3Bucket {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();

  const uploadOf = (id: string, key: string): Upload => {
    const upload = uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return upload;
  };
  const onObject: Record<string, (key: string, request: S3Request) => S3Answer> = {
    GET: (key, request) => read(found(objects, key), request),
    PUT(key, request) {
      const { uploadId, partNumber } = request.query;
      const stored = storedFrom(request);
      if (uploadId === undefined) objects.set(key, stored);
      else uploadOf(uploadId, key).parts.set(partNumberFrom(partNumber), stored);
      return { status: 200, headers: { etag: stored.etag } };
    },
    POST(key, request) {
      const { uploadId } = request.query;
      if (uploadId === undefined) {
        const id = randomUUID();
        uploads.set(id, { key, type: typeFrom(request), initiated: new Date(), parts: new Map() });
        return xml('InitiateMultipartUploadResult', { Bucket: name, Key: key, UploadId: id });
      }
      const stored = joined(uploadOf(uploadId, key), request.body.toString());
      objects.set(key, stored);
      uploads.delete(uploadId);
      return xml('CompleteMultipartUploadResult', { Bucket: name, Key: key, ETag: stored.etag });
    },
    DELETE(key, { query: { uploadId } }) {
      if (uploadId === undefined) objects.delete(key);
      else {
        uploadOf(uploadId, key);
        uploads.delete(uploadId);
      }
      return { status: 204 };
    },
  };
  return {
    openUploads: () => [...uploads.keys()],
    answer(key, request) {
      const { method, query } = request;
      const answer = key !== '' ? onObject[method] : undefined;
      if (answer) return answer(key, request);
      if (method === 'GET' && query['list-type'] === '2') return objectsPage(objects, query);
      if (method === 'GET' && query.uploads !== undefined) return uploadsPage(uploads, query);
      throw new S3Error(501, 'NotImplemented', `${method} ${request.path}`);
    },
  };
}

function found(objects: Map<string, Stored>, key: string): Stored {
  const stored = objects.get(key);
  if (!stored) throw new S3Error(404, 'NoSuchKey');
  return stored;
}

function read({ bytes, type, etag, modified }: Stored, { query, headers }: S3Request): S3Answer {
  const answer: Record<string, string> = {
    'content-type': type,
    'last-modified': modified.toUTCString(),
    'accept-ranges': 'bytes',
    etag,
  };
  for (const [parameter, header] of Object.entries(OVERRIDES)) {
    if (query[parameter] !== undefined) answer[header] = query[parameter];
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) return { status: 200, headers: answer, body: bytes };
  const first = Number(range[1]);
  const last = Math.min(range[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1);
  if (first > last) throw new S3Error(416, 'InvalidRange');
  answer['content-range'] = `bytes ${first}-${last}/${bytes.length}`;
  return { status: 206, headers: answer, body: bytes.subarray(first, last + 1) };
}

function storedFrom(request: S3Request): Stored {
  const etag = `"${createHash('md5').update(request.body).digest('hex')}"`;
  return { bytes: request.body, type: typeFrom(request), etag, modified: new Date() };
}

function typeFrom({ headers }: S3Request): string {
  return headers['content-type'] ?? 'binary/octet-stream';
}

function partNumberFrom(text: string | undefined): number {
  const number = Number(text);
  if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PARTS))
    throw new S3Error(400, 'InvalidArgument');
  return number;
}

/** The object that an upload's parts make. @param wanted the XML that lists them */
function joined({ type, parts }: Upload, wanted: string): Stored {
  const listed = [...wanted.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    etag: /<ETag>(.*?)<\/ETag>/s.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
  }));
  if (listed.length === 0) throw new S3Error(400, 'MalformedXML');
  const pieces = listed.map(({ etag, number }, index) => {
    const part = parts.get(number);
    if (!part || part.etag !== etag) throw new S3Error(400, 'InvalidPart');
    const isLast = index === listed.length - 1;
    if (!isLast && number >= listed[index + 1]!.number) throw new S3Error(400, 'InvalidPartOrder');
    if (!isLast && part.bytes.length < MIN_PART_BYTES) throw new S3Error(400, 'EntityTooSmall');
    return part.bytes;
  });
  const bytes = Buffer.concat(pieces);
  const etag = `"${createHash('md5').update(bytes).digest('hex')}-${pieces.length}"`;
  return { bytes, type, etag, modified: new Date() };
}

function objectsPage(objects: Map<string, Stored>, query: Record<string, string>): S3Answer {
  const { prefix = '', 'continuation-token': token } = query;
  const after = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE_OBJECTS);
  const isTruncated = keys.length > page.length;
  return xml('ListBucketResult', {
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: Buffer.from(page.at(-1)!).toString('base64url') }),
    Contents: page.map((key) => {
      const { bytes, etag, modified } = objects.get(key)!;
      return { Key: key, Size: bytes.length, ETag: etag, LastModified: modified.toISOString() };
    }),
  });
}

function uploadsPage(uploads: Map<string, Upload>, query: Record<string, string>): S3Answer {
  const { prefix = '', 'upload-id-marker': after = '' } = query;
  const found = [...uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after);
  const page = found.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, PAGE_UPLOADS);
  const [id, last] = page.at(-1) ?? [];
  return xml('ListMultipartUploadsResult', {
    IsTruncated: found.length > page.length,
    ...(last && { NextKeyMarker: last.key, NextUploadIdMarker: id }),
    Upload: page.map(([UploadId, { key, initiated }]) => ({
      Key: key,
      UploadId,
      Initiated: initiated.toISOString(),
    })),
  });
}

type XmlValue = string | number | boolean | XmlObject | XmlObject[] | undefined;
type XmlObject = { [name: string]: XmlValue };

/** An answer of 200, or of the status that is given, in XML. An array is an element repeated. */
export function xml(root: string, content: XmlObject, status = 200): S3Answer {
  return { status, headers: XML, body: `<?xml version="1.0" encoding="UTF-8"?>${element(root, content)}` };
}

function element(name: string, value: XmlValue): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  if (typeof value === 'object') {
    const inner = Object.entries(value).map(([child, content]) => element(child, content));
    return `<${name}>${inner.join('')}</${name}>`;
  }
  const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  return `<${name}>${text}</${name}>`;
}
