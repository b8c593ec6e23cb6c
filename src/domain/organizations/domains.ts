/** The domains as they are kept and compared: in lower case, each once. */
export function canonicalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}
