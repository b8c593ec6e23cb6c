import type { Config } from '../../config.ts';
import { urlOf } from '../addresses.ts';
import { type Check, fault, ok, warning } from './check.ts';

const ANSWER_LIMIT_MS = 5000;

const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/** Checks that the addresses that clients are given lead to a ready service. */
export async function checkUrls(config: Config): Promise<Check[]> {
  const { host, roles, publicUrl, receiverPublicUrl, apiPort, receiverPort } = config;
  const checks: Check[] = [];
  if (roles.has('api')) {
    checks.push(await checkUrl('api', 'PARLEY_PUBLIC_URL', publicUrl, urlOf(host, apiPort)));
  }
  if (roles.has('receiver')) {
    const own = urlOf(host, receiverPort);
    checks.push(await checkUrl('receiver', 'PARLEY_RECEIVER_PUBLIC_URL', receiverPublicUrl, own));
  }
  return checks;
}

async function checkUrl(
  role: string,
  variable: string,
  publicUrl: string | undefined,
  ownUrl: string,
): Promise<Check> {
  const name = `${role} address`;
  const url = publicUrl ?? ownUrl;
  const answer = await ask(`${url}/readyz`);
  const isPublic = publicUrl !== undefined;
  if (answer.status === 200 && answer.isParley) {
    if (isPublic && url.startsWith('http:') && !LOOPBACK.test(new URL(url).hostname)) {
      return warning(name, `${url} is ready, but without TLS`, 'Put a proxy that terminates TLS in front');
    }
    return ok(name, `${url} is ready`);
  }
  const found = `${url}/readyz ${answer.found}`;
  if (!isPublic) {
    return warning(name, found, `Start the service, or set ${variable} to the address that clients use`);
  }
  return fault(name, found, `Check ${variable}, the name in DNS, the proxy and its certificate`);
}

type Answer = { status: number; isParley: boolean; found: string };

/** A request as a client sends it. */
async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const body = await response.text();
    const isParley = /^\{"status":"ready"/.test(body);
    const found =
      response.status === 200
        ? 'answers something that is not Parley'
        : `answers ${response.status}: ${body.slice(0, 200)}`;
    return { status: response.status, isParley, found };
  } catch (error) {
    const cause = (error as Error).cause;
    const why = cause instanceof Error ? cause.message : (error as Error).message;
    return { status: 0, isParley: false, found: `cannot be reached: ${why}` };
  }
}
