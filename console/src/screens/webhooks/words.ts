import { count, formatDuration, type Tone, typeNames } from '../../parts/index.ts';
import type { Webhook } from './queries.ts';

type StateWords = { name: string; tone: Tone };

const STATES: Record<Webhook['state'], StateWords> = {
  active: { name: 'Enabled', tone: 'good' },
  retrying: { name: 'Retrying', tone: 'warn' },
  failing: { name: 'Failing', tone: 'bad' },
  disabled: { name: 'Disabled', tone: 'plain' },
};

/** Changes that have waited longer than this are a sign that the webhook does not keep up. */
const BEHIND_SECONDS = 60;

/** Returns the state in words, with its tone. */
export function stateOf({ state, lagSeconds }: Webhook): StateWords {
  if (state === 'active' && lagSeconds > BEHIND_SECONDS) return { name: 'Behind', tone: 'warn' };
  return STATES[state];
}

/** The formats of messages in words. */
export const FORMATS: Record<Webhook['format'], string> = { standard: 'Standard Webhooks', slack: 'Slack' };

/** The ways of signing in words. */
export const SIGNINGS: Record<Webhook['signing'], string> = {
  hmac: 'HMAC with a shared secret',
  ed25519: 'Ed25519 with a public key',
};

/** Returns what people call a webhook: its description, or else where it leads. */
export function nameOfWebhook({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description?.trim() || placeOf(url);
}

/** Returns a URL without its protocol and without its query, which can be secret. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + (pathname === '/' ? '' : pathname);
}

/** Returns what is sent in words: "Meetings, matches of 2 signals". */
export function sentWords({ types, signalIds = [] }: Pick<Webhook, 'types' | 'signalIds'>): string {
  const names = typeNames(types);
  if (signalIds.length === 0 || !types.includes('execution')) return names;
  const some = `of ${count(signalIds.length, 'signal')}`;
  return types.length === 1 ? `${names} ${some}` : `${names} (matches ${some})`;
}

/** Returns how many changes are not delivered yet. */
export const undelivered = ({ behind, pending }: Webhook): number => behind + pending;

/** Returns the age of the oldest change that is not delivered yet; undefined if there is none. */
export const lagWords = ({ lagSeconds }: Webhook): string | undefined =>
  lagSeconds > 0 ? `the oldest ${formatDuration(lagSeconds)} old` : undefined;
