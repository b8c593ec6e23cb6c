/** Bytes as a body: a file that was picked, bytes in memory, or a stream of them. */
export type Binary = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** Tells whether a body is sent as it is, not as JSON. */
export function isBinary(body: unknown): body is Binary {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}

/** Returns the media type of a file, or the one that stands for those without any. */
export function contentTypeOf(body: unknown, otherwise = 'application/octet-stream'): string {
  return (body instanceof Blob && body.type) || otherwise;
}
