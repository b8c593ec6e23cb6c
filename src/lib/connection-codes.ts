const CONNECTION_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Returns true if an error's `code` is the system's name of a connection that could not be had or broke. */
export function isConnectionCode(code: unknown): boolean {
  return CONNECTION_CODES.test(`${code}`);
}
