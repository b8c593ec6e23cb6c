import { leadsToListener } from '../lib/own-addresses.ts';
import { findAiProvider } from './providers.ts';
import type { AiSettings } from './settings.ts';

/** The address at which this process listens, and the URLs under which others reach it. */
type Listeners = {
  host: string;
  roles: ReadonlySet<string>;
  apiPort: number;
  receiverPort: number;
  publicUrl: string | undefined;
  receiverPublicUrl: string | undefined;
};

/**
 * Refuses an AI server that is Parley itself: every conversation would make Parley call itself. The operator may choose
 * any other server, even one in a private network or on this machine.
 * @param faults receives a line for each address of the chosen provider that leads back to Parley
 */
export function refuseLoop(ai: AiSettings, at: Listeners, faults: string[]): void {
  const values: Record<string, unknown> = ai;
  for (const [key, { name, isAddress }] of Object.entries(findAiProvider(ai.provider)!.settings)) {
    const url = values[key];
    if (isAddress && typeof url === 'string' && leadsToParley(url, at)) {
      faults.push(`${name} must be the address of an AI server; this one leads to Parley itself`);
    }
  }
}

function leadsToParley(url: string, at: Listeners): boolean {
  const ports = [at.roles.has('api') ? at.apiPort : 0, at.roles.has('receiver') ? at.receiverPort : 0];
  const isPublicUrl = [at.publicUrl, at.receiverPublicUrl].some(
    (own) =>
      own !== undefined && `${new URL(url).href}/`.startsWith(`${new URL(own).href.replace(/\/$/, '')}/`),
  );
  return isPublicUrl || leadsToListener(url, { host: at.host, ports });
}
