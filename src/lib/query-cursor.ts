import { createHash } from 'node:crypto';

const CHECKSUM_BYTES = 4;

/**
 * Returns a cursor as a reader keeps it: opaque, and valid only for the query that it comes from.
 * @param query everything that determines the results and their order; its first word names the kind of query
 * @param content the place in the results
 */
export function formatQueryCursor(query: string, content: string): string {
  return Buffer.concat([checksum(query, content), Buffer.from(content)]).toString('base64url');
}

/** @returns the place; undefined if the text is not a cursor of the query */
export function parseQueryCursor(query: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.subarray(CHECKSUM_BYTES).toString();
  if (bytes.toString('base64url') !== text) return undefined;
  return checksum(query, content).equals(bytes.subarray(0, CHECKSUM_BYTES)) ? content : undefined;
}

/** Detects mistakes, not forgery: a reader who forges a cursor sees nothing but results of the query. */
function checksum(query: string, content: string): Buffer {
  return createHash('sha256').update(`parley ${query} ${content}`).digest().subarray(0, CHECKSUM_BYTES);
}
