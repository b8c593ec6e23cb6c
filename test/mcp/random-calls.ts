import { label, oneLineOf } from '../../src/endpoints/mcp/lines.ts';
import { spoken } from '../moments/spoken.ts';
import { seededRandom } from '../support/random.ts';
import type { TestService } from '../support/service.ts';
import { TRICKY } from '../support/tricky-text.ts';
import { until } from '../support/until.ts';

/** The data with which a service was filled. */
export type Filled = {
  meetingIds: string[];
  accounts: string[];
  /** Returns whether an entry with this citation says this, in whole, or for a tool that quotes in part. */
  isSaid(tool: string, citation: string, said: string): boolean;
};

/** The only speaker whose side is known. */
const HOST = 'Ada Park';

const WORDS = [
  'price',
  'renewal',
  'harbour',
  'licence',
  'Vertrag',
  'été',
  '価格',
  '漢字',
  'цена',
  'the',
  '😀',
  '"',
  '\\',
];
const SIGNALS = ['Price', 'Renewal, or not', 'Цена'];
const MEETINGS = 12;
const ENTRIES = 60;

/** Fills a service with texts of many scripts, long titles and names, entries of all sizes, matches and summaries. */
export async function fillForBudgets(service: TestService): Promise<Filled> {
  const random = seededRandom(7);
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)]!;
  const words = (most: number) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, () =>
      random() < 0.2 ? pick(TRICKY) : pick(WORDS),
    ).join(' ');
  const { client } = service;
  const accounts = ['Acme', 'Acme Labs', `Long ${'名'.repeat(150)}`, '"Quoted" \\ Inc.'];
  const idOf = (index: number) => `00100000000000000${index}`;
  await client.put('/admin/v1/crm-records', {
    records: accounts.map((name, index) => ({ type: 'ACCOUNT', id: idOf(index), name })),
  });
  for (const signalName of SIGNALS) {
    const phrases = [signalName === 'Цена' ? 'цена' : signalName.split(',')[0]!.toLowerCase()];
    await client.post('/admin/v1/signals', { signalName, prompt: signalName, phrases });
  }
  const said = new Map<string, { speaker: string | undefined; text: string }>();
  const meetingIds: string[] = [];
  for (let number = 0; number < MEETINGS; number++) {
    const segments = Array.from({ length: ENTRIES }, (_, index) => ({
      // Now and then an entry that no small answer can show.
      text: words(random() < 0.05 ? 600 : 20) || 'x',
      ...(random() < 0.8 ? { timestampSeconds: index * 7.25 } : {}),
      ...(random() < 0.8 ? { speaker: { name: pick([HOST, 'Grace Lund', '李'.repeat(120), 'A\nB']) } } : {}),
    }));
    const attendees = Array.from({ length: number === 0 ? 300 : 3 }, (_, index) => {
      return { name: `Person ${index}`, email: `person${index}@acme${number}.example` };
    });
    const id = await client.ingest(
      spoken(segments, {
        id: `${number}`,
        title: (number % 3 === 0 ? '題'.repeat(900) : `Meeting ${words(4)}`).slice(0, 1000),
        startTime: `2026-01-${10 + number}T09:00:00Z`,
        endTime: `2026-01-${10 + number}T10:00:00Z`,
        attendees,
        salesforceAccountId: idOf(number % accounts.length),
      }),
    );
    meetingIds.push(id);
    for (const [index, { text, timestampSeconds, speaker }] of segments.entries()) {
      const at = timestampSeconds === undefined ? '' : `@${timestampSeconds}`;
      said.set(`meeting:${id}#${index}${at}`, { text, speaker: speaker?.name });
    }
  }
  for (const id of meetingIds) {
    await until(async () => {
      const { body } = await client.get(`/v1/meetings/${id}/evaluations`);
      return body.processing.signals === 'done' && body.processing.summary === 'done' ? true : undefined;
    }, 60_000);
  }
  return {
    meetingIds,
    accounts: [...accounts, ...accounts.map((_, index) => idOf(index)), 'acme', 'nobody'],
    isSaid(tool, citation, shown) {
      const entry = said.get(citation);
      if (!entry) return false;
      const { speaker } = entry;
      const side = speaker === HOST ? ' (us)' : '';
      const prefix = speaker === undefined ? '' : `${label(speaker)}${side}: `;
      const isWhole = tool === 'search_moments' || tool === 'read_transcript';
      if (isWhole) return shown === prefix + oneLineOf(entry.text);
      return shown.startsWith(prefix) && oneLineOf(entry.text).includes(shown.slice(prefix.length));
    },
  };
}

export type RandomCall = { tool: string; args: Record<string, unknown>; maxTokens: number };

/** Returns a generator of calls, right ones and wrong ones; the same for the same seed. */
export function randomCall({ meetingIds, accounts }: Filled, seed: number): () => RandomCall {
  const random = seededRandom(seed);
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)]!;
  const below = (limit: number) => Math.floor(random() * limit);
  /** Each argument is given or not. */
  const some = (args: Record<string, () => unknown>) =>
    Object.fromEntries(
      Object.entries(args).flatMap(([name, make]) => (random() < 0.4 ? [[name, make()]] : [])),
    );
  const day = () => `2026-01-${10 + below(20)}`;
  const window = { from: day, salesforceAccountId: () => pick(accounts), pageSize: () => 1 + below(50) };
  const query = () =>
    random() < 0.1
      ? pick(TRICKY).repeat(300).slice(0, 300)
      : Array.from({ length: 1 + below(3) }, () => pick(WORDS)).join(' ');
  const makers: Record<string, () => Record<string, unknown>> = {
    search_moments: () => ({
      query: query() || 'x',
      ...some({
        ...window,
        order: () => pick(['newest', 'relevance']),
        speaker: () => pick(['Ada Park', '李'.repeat(120)]),
        attendeeEmailAddresses: () =>
          Array.from({ length: 40 }, (_, index) => `person${index}@acme0.example`),
      }),
    }),
    read_transcript: () => ({
      meetingId: pick(meetingIds),
      ...(random() < 0.5 ? some({ fromEntry: () => below(70) }) : { around: below(60) }),
      ...some({ entries: () => 1 + below(30), speaker: () => pick(['Grace Lund', 'nobody'.repeat(50)]) }),
    }),
    get_meeting: () => ({ meetingId: pick(meetingIds), ...some({ after: () => 1 + below(20) }) }),
    list_meetings: () =>
      some({
        ...window,
        query: () => pick(['Meeting', ...WORDS]) || 'x',
        order: () => pick(['asc', 'desc']),
        after: () => 1 + below(15),
      }),
    account_brief: () => ({ salesforceAccountId: pick(accounts), ...some({ after: () => 1 + below(40) }) }),
    list_signal_matches: () => some({ ...window, signal: () => pick([...SIGNALS, 'x'.repeat(3000)]) }),
    whats_new: () => some({ from: () => pick([day(), '2000-01-01', '2030-01-01']) }),
  };
  return () => {
    const tool = pick(Object.keys(makers));
    const args = makers[tool]!();
    if (random() < 0.05) args[pick(['form', 'q', 'x'.repeat(400)])] = pick([1, 'x', {}, []]);
    // Small budgets are where answers go wrong.
    const maxTokens = random() < 0.1 ? 6000 : 200 + Math.floor(random() ** 3 * 19_800);
    if (maxTokens !== 6000) args.maxTokens = maxTokens;
    return { tool, args, maxTokens };
  };
}
