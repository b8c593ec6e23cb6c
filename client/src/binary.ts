/** Bytes as a body: a file that was picked, bytes in memory, or a stream of them. */
export type Binary = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

/** Whether a body is sent as it is, not as JSON. */
export function isBinary(body: unknown): body is Binary {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}

/** What a file says of itself, else that it is bytes. */
export function contentTypeOf(body: Binary): string {
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}
