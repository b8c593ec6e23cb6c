/** The location of blobs as PARLEY_BLOB_URL gives it. */
export type BlobSettings = { kind: 'files' } | S3Settings;

export type S3Settings = {
  kind: 's3';
  bucket: string;
  /** '' or segments that end in a slash: what every key of ours is put behind. */
  prefix: string;
  /** Undefined: AWS itself. */
  endpoint: string | undefined;
  /** Undefined: what the SDK's default chain finds (AWS_REGION, profile). */
  region: string | undefined;
  /** Bucket in the path, not in the host name. */
  forcePathStyle: boolean;
  /** Undefined: the SDK's default chain (environment, profile, role of the machine or pod). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** Every fault of a blob URL; no message repeats a secret. */
export class BlobUrlError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.join('; '));
    this.name = 'BlobUrlError';
    this.faults = faults;
  }
}

const BLOB_URL_FORM = 's3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1';

const PARAMETERS = ['endpoint', 'region', 'forcePathStyle'];
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9._-]+\/)*$/;
const MAX_PREFIX_LENGTH = 200;
const REGION = /^[a-z0-9-]{1,64}$/;
/** S3 look-alikes hardly ever have regions, but signatures need one. */
const REGION_OF_ENDPOINTS = 'us-east-1';

/**
 * Reads PARLEY_BLOB_URL: unset or empty means files in the data directory, else
 * `s3://[accessKeyId:secretAccessKey@]bucket[/prefix][?endpoint=…&region=…&forcePathStyle=true|false]`.
 *
 * @throws BlobUrlError with every fault
 */
export function parseBlobUrl(text: string | undefined): BlobSettings {
  if (!text) return { kind: 'files' };
  const url = /^s3:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) {
    throw new BlobUrlError([`must look like ${BLOB_URL_FORM}; /, @ and : in a secret are percent-encoded`]);
  }
  const faults: string[] = [];
  const endpoint = readEndpoint(url, faults);
  const settings: S3Settings = {
    kind: 's3',
    bucket: readBucket(url, faults),
    prefix: readPrefix(url, faults),
    endpoint,
    region: readRegion(url, faults) ?? (endpoint === undefined ? undefined : REGION_OF_ENDPOINTS),
    forcePathStyle: readForcePathStyle(url, faults) ?? endpoint !== undefined,
    credentials: readCredentials(url, faults),
  };
  checkParameters(url, faults);
  if (faults.length > 0) throw new BlobUrlError(faults);
  return settings;
}

function readBucket(url: URL, faults: string[]): string {
  if (url.port !== '') faults.push('must name a bucket, not a host with a port: that goes into endpoint');
  else if (!BUCKET.test(url.hostname)) {
    faults.push('must name a bucket of 3 to 63 letters, digits, dots, _ and - after s3://');
  }
  return url.hostname;
}

function readPrefix(url: URL, faults: string[]): string {
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  if (prefix.length > MAX_PREFIX_LENGTH || !PREFIX.test(prefix)) {
    faults.push(
      `must have a prefix of at most ${MAX_PREFIX_LENGTH} letters, digits, dots, _ and - between slashes`,
    );
  }
  return prefix;
}

function readEndpoint(url: URL, faults: string[]): string | undefined {
  const text = url.searchParams.get('endpoint');
  if (text === null) return undefined;
  const endpoint = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = endpoint?.protocol === 'http:' || endpoint?.protocol === 'https:';
  if (!isHttp || endpoint.username || endpoint.password || endpoint.search || endpoint.hash) {
    faults.push('endpoint must be an http or https URL, for example https://s3.example.com:9000');
  }
  return text.replace(/\/+$/, '');
}

function readRegion(url: URL, faults: string[]): string | undefined {
  const region = url.searchParams.get('region');
  if (region === null) return undefined;
  if (!REGION.test(region)) faults.push('region must be a name such as us-east-1');
  return region;
}

function readForcePathStyle(url: URL, faults: string[]): boolean | undefined {
  const text = url.searchParams.get('forcePathStyle');
  if (text === null) return undefined;
  if (text !== 'true' && text !== 'false') faults.push('forcePathStyle must be true or false');
  return text === 'true';
}

function readCredentials(url: URL, faults: string[]): S3Settings['credentials'] {
  if (url.username === '' && url.password === '') return undefined;
  try {
    const credentials = {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
    if (credentials.accessKeyId && credentials.secretAccessKey) return credentials;
    faults.push('must have both an access key id and a secret before the @, or neither');
  } catch {
    faults.push('must have its access key id and secret percent-encoded');
  }
  return undefined;
}

function checkParameters(url: URL, faults: string[]): void {
  for (const name of new Set(url.searchParams.keys())) {
    if (!PARAMETERS.includes(name)) faults.push(`takes only the parameters ${PARAMETERS.join(', ')}`);
    else if (url.searchParams.getAll(name).length > 1) faults.push(`must have ${name} only once`);
  }
  if (url.hash) faults.push('must not have a # part; a # in a secret is percent-encoded');
}
