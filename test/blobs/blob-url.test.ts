import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BlobSettings, BlobUrlError, parseBlobUrl } from '../../src/blobs/blob-url.ts';

const PLAIN: BlobSettings = {
  kind: 's3',
  bucket: 'recordings',
  prefix: '',
  endpoint: undefined,
  region: undefined,
  forcePathStyle: false,
  credentials: undefined,
};

const GOOD: [text: string | undefined, settings: BlobSettings][] = [
  [undefined, { kind: 'files' }],
  ['', { kind: 'files' }],
  ['s3://recordings', PLAIN],
  ['s3://recordings/', PLAIN],
  ['S3://recordings?region=eu-west-1', { ...PLAIN, region: 'eu-west-1' }],
  ['s3://recordings/parley', { ...PLAIN, prefix: 'parley/' }],
  ['s3://recordings/a/b.c/D_e-f/', { ...PLAIN, prefix: 'a/b.c/D_e-f/' }],
  [
    's3://recordings?endpoint=http://127.0.0.1:9000',
    { ...PLAIN, endpoint: 'http://127.0.0.1:9000', region: 'us-east-1', forcePathStyle: true },
  ],
  [
    's3://recordings?endpoint=https%3A%2F%2Fs3.example.com%2F&region=auto&forcePathStyle=false',
    { ...PLAIN, endpoint: 'https://s3.example.com', region: 'auto' },
  ],
  ['s3://recordings?forcePathStyle=true', { ...PLAIN, forcePathStyle: true }],
  [
    's3://key:se%2Fcr%2Be%40t@recordings/x',
    { ...PLAIN, prefix: 'x/', credentials: { accessKeyId: 'key', secretAccessKey: 'se/cr+e@t' } },
  ],
  ['s3://my.bucket_1', { ...PLAIN, bucket: 'my.bucket_1' }],
];

for (const [text, settings] of GOOD) {
  test(`${text === undefined ? 'nothing' : JSON.stringify(text)} is read`, () => {
    assert.deepEqual(parseBlobUrl(text), settings);
  });
}

const BAD: [text: string, ...faults: RegExp[]][] = [
  ['recordings', /^must look like s3:\/\/bucket/],
  ['http://recordings', /^must look like s3:/],
  ['gs://recordings', /^must look like s3:/],
  ['/var/recordings', /^must look like s3:/],
  ['s3:recordings', /^must look like s3:/],
  ['s3://', /^must (?:look like|name a bucket)/],
  ['s3://ab', /^must name a bucket of 3 to 63/],
  ['s3://-bucket-', /^must name a bucket/],
  ['s3://minio:9000/recordings', /not a host with a port: that goes into endpoint/],
  ['s3://recordings/ä', /^must have a prefix of at most/],
  ['s3://recordings/a//b', /^must have a prefix/],
  ['s3://recordings/a%2Fb', /^must have a prefix/],
  [`s3://recordings/${'a'.repeat(201)}`, /^must have a prefix of at most 200/],
  ['s3://recordings?endpoint=minio:9000', /^endpoint must be an http or https URL/],
  ['s3://recordings?endpoint=', /^endpoint must be/],
  ['s3://recordings?endpoint=http://user:pw@minio', /^endpoint must be/],
  ['s3://recordings?region=EU West', /^region must be a name/],
  ['s3://recordings?region=', /^region must be a name/],
  ['s3://recordings?forcePathStyle=yes', /^forcePathStyle must be true or false/],
  ['s3://recordings?pathstyle=true', /^takes only the parameters endpoint, region, forcePathStyle/],
  ['s3://recordings?region=a&region=b', /^must have region only once/],
  ['s3://key@recordings', /^must have both an access key id and a secret/],
  ['s3://:secret@recordings', /^must have both/],
  ['s3://key:%zz@recordings', /percent-encoded/],
  ['s3://key:a#b@recordings', /^must look like s3:/],
  ['s3://recordings#x', /must not have a # part/],
  ['s3://ab?region=A&x=1', /^must name a bucket/, /^region/, /^takes only/],
];

for (const [text, ...faults] of BAD) {
  test(`${JSON.stringify(text.slice(0, 60))} is refused with all its faults`, () => {
    try {
      parseBlobUrl(text);
    } catch (error) {
      assert.ok(error instanceof BlobUrlError);
      assert.equal(error.faults.length, faults.length, error.message);
      for (const [i, fault] of faults.entries()) assert.match(error.faults[i]!, fault);
      return;
    }
    assert.fail('it was read');
  });
}

test('no message repeats a secret', () => {
  for (const text of [
    's3://key:hush@x?region=A',
    's3://key:hu/sh@bucket',
    's3://key:hush%zz@bucket',
    'key:hush',
  ]) {
    assert.throws(
      () => parseBlobUrl(text),
      (error: Error) => !/hu\/?sh/.test(error.message),
    );
  }
});
