import type { Service } from './serve.ts';

/** Tells a person at the terminal what they need, once. */
export type Announce = {
  firstKey(key: string): void;
  addresses(addresses: Service['addresses']): void;
};

export function createAnnounce(print: (text: string) => void): Announce {
  return {
    firstKey: (key) => print(`\nYour first API key, shown this once:\n\n  ${key}\n`),
    addresses({ api, receiver, health }) {
      if (api) print(`Parley's API and its pages: ${api} and ${api}/docs`);
      if (receiver) print(`Meetings are taken in at: ${receiver}/v1/user-provided-meeting`);
      if (!api && !receiver) print('Background jobs are done here');
      if (health) print(`Health and metrics: ${health}/readyz and ${health}/metrics`);
    },
  };
}
