import type { TraceSettings } from './open-traces.ts';
import { readUrl } from './read-setting.ts';

/** Every variable about traces. */
export const TRACE_SETTING_NAMES = ['PARLEY_TRACES_URL', 'PARLEY_TRACES_RATIO', 'PARLEY_TRACES_HEADERS'];

/** Collectors take traces at this path. */
const PATH = '/v1/traces';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Reads where traces are sent; undefined if they are not.
 * @param env the variables, with the secrets from files
 */
export function readTraces(
  env: Record<string, string | undefined>,
  faults: string[],
): TraceSettings | undefined {
  const url = readUrl(env, 'PARLEY_TRACES_URL', faults);
  const ratio = readRatio(env, faults);
  const headers = readHeaders(env, faults);
  if (url === undefined) return undefined;
  return { url: url.endsWith(PATH) ? url : `${url}${PATH}`, ratio, headers };
}

function readRatio(env: Record<string, string | undefined>, faults: string[]): number {
  const text = env.PARLEY_TRACES_RATIO;
  if (!text) return 1;
  if (/^(?:0|1|0?\.\d{1,9}|1\.0)$/.test(text)) return Number(text);
  faults.push('PARLEY_TRACES_RATIO must be a number from 0 to 1, for example 0.05');
  return 1;
}

/** `name=value,name=value`, with values percent-encoded, as OTEL_EXPORTER_OTLP_HEADERS has them. */
function readHeaders(env: Record<string, string | undefined>, faults: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of (env.PARLEY_TRACES_HEADERS ?? '').split(',').filter((one) => one.trim() !== '')) {
    const [name, value] = decoded(part);
    if (TOKEN.test(name) && value !== undefined && /^[\x20-\x7e]*$/.test(value)) headers[name] = value;
    // The value is a secret.
    else {
      faults.push('PARLEY_TRACES_HEADERS must be a comma-separated list of headers such as name=value');
      break;
    }
  }
  return headers;
}

function decoded(part: string): [string, string | undefined] {
  const at = part.indexOf('=');
  if (at < 0) return [part.trim(), undefined];
  try {
    return [part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())];
  } catch {
    return ['', undefined];
  }
}
