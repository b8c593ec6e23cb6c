import { leadsToListener } from '../lib/own-addresses.ts';
import type { AiSettings } from './settings.ts';

/** Where this process listens and is reached. */
type Listeners = {
  host: string;
  roles: ReadonlySet<string>;
  apiPort: number;
  receiverPort: number;
  publicUrl: string | undefined;
  receiverPublicUrl: string | undefined;
};

/**
 * The operator may choose any AI server, also one in a private network or on this machine, but not Parley itself: every
 * conversation would then make Parley call itself.
 * @param faults takes in the fault
 */
export function refuseLoop({ provider, baseUrl }: AiSettings, at: Listeners, faults: string[]): void {
  if (provider === 'builtin' || baseUrl === undefined) return;
  const ports = [at.roles.has('api') ? at.apiPort : 0, at.roles.has('receiver') ? at.receiverPort : 0];
  const isPublicUrl = [at.publicUrl, at.receiverPublicUrl].some(
    (own) =>
      own !== undefined && `${new URL(baseUrl).href}/`.startsWith(`${new URL(own).href.replace(/\/$/, '')}/`),
  );
  if (isPublicUrl || leadsToListener(baseUrl, { host: at.host, ports })) {
    faults.push('PARLEY_AI_BASE_URL must be the address of an AI server; this one leads to Parley itself');
  }
}
