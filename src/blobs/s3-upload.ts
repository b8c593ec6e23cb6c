import type { S3Client } from '@aws-sdk/client-s3';
import { abortable } from './abortable.ts';
import { sweepChunks } from './sweep-chunks.ts';

/** S3's least is 5 MiB; its most, 10,000 parts, are 78 GiB of these. */
const PART_BYTES = 8 * 1024 * 1024;

export type UploadTarget = { Bucket: string; Key: string; ContentType: string };

type Sdk = typeof import('@aws-sdk/client-s3');

/**
 * Streams content into an object: one request for what fits into a part, else a multipart upload in which one part
 * goes up while the next is filled. Two buffers serve for all parts: the SDK's own Upload makes new ones, which for
 * 1 GiB added 80 to 110 MiB to the process, and it leaves an abort without waiting for its parts to be removed.
 *
 * @returns the number of bytes
 * @throws what content throws, the signal's reason, or what S3 answers; no part is left then
 */
export async function uploadToS3(
  sdk: Sdk,
  client: S3Client,
  target: UploadTarget,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const upload = new PartsUpload(sdk, client, target, signal);
  let filling: Buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  let spare: Buffer | undefined;
  let filled = 0;
  let total = 0;
  try {
    for await (const chunk of sweepChunks(abortable(content, signal))) {
      total += chunk.length;
      for (let taken = 0; taken < chunk.length; ) {
        if (filled === PART_BYTES) {
          await upload.send(filling);
          // The part before is up by now, and its buffer free.
          [filling, spare] = [spare ?? Buffer.allocUnsafeSlow(PART_BYTES), filling];
          filled = 0;
        }
        const piece = chunk.subarray(taken, taken + PART_BYTES - filled);
        filling.set(piece, filled);
        filled += piece.length;
        taken += piece.length;
      }
    }
    await upload.finish(filling.subarray(0, filled));
    return total;
  } catch (error) {
    await upload.undo();
    throw signal?.aborted ? signal.reason : error;
  }
}

class PartsUpload {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #target: UploadTarget;
  readonly #stop = new AbortController();
  /** For every request but the one that undoes. */
  readonly #options: { abortSignal: AbortSignal };
  readonly #etags: (string | undefined)[] = [];
  #id: string | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(sdk: Sdk, client: S3Client, target: UploadTarget, signal: AbortSignal | undefined) {
    this.#sdk = sdk;
    this.#client = client;
    this.#target = target;
    this.#options = {
      abortSignal: AbortSignal.any(signal ? [signal, this.#stop.signal] : [this.#stop.signal]),
    };
  }

  /** Resolves as soon as the part before is up; `part` must not change until the next call has resolved. */
  async send(part: Uint8Array): Promise<void> {
    this.#id ??= await this.#begin();
    await this.#underWay;
    this.#underWay = this.#sendPart(part, this.#etags.push(undefined));
    // It is awaited later; until then its failure is no unhandled one.
    this.#underWay.catch(() => {});
  }

  /** Sends the rest and makes the object appear. */
  async finish(rest: Uint8Array): Promise<void> {
    if (this.#id === undefined) {
      const command = new this.#sdk.PutObjectCommand({ ...this.#target, Body: rest });
      await this.#client.send(command, this.#options);
      return;
    }
    await this.send(rest);
    await this.#underWay;
    const { Bucket, Key } = this.#target;
    const Parts = this.#etags.map((ETag, i) => ({ ETag, PartNumber: i + 1 }));
    await this.#client.send(
      new this.#sdk.CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId: this.#id,
        MultipartUpload: { Parts },
      }),
      this.#options,
    );
  }

  /** Removes what is up, after the part under way was stopped. A store that fails here too is swept later. */
  async undo(): Promise<void> {
    this.#stop.abort();
    await this.#underWay.catch(() => {});
    if (this.#id === undefined) return;
    const { Bucket, Key } = this.#target;
    const command = new this.#sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId: this.#id });
    await this.#client.send(command).catch(() => {});
  }

  async #begin(): Promise<string> {
    const command = new this.#sdk.CreateMultipartUploadCommand(this.#target);
    const answer = await this.#client.send(command, this.#options);
    if (!answer.UploadId) throw new Error('S3 gave no id for a multipart upload');
    return answer.UploadId;
  }

  async #sendPart(part: Uint8Array, partNumber: number): Promise<void> {
    const { Bucket, Key } = this.#target;
    const answer = await this.#client.send(
      new this.#sdk.UploadPartCommand({
        Bucket,
        Key,
        UploadId: this.#id,
        PartNumber: partNumber,
        Body: part,
      }),
      this.#options,
    );
    this.#etags[partNumber - 1] = answer.ETag;
  }
}
