import type { Command } from 'commander';
import { type Answered, ASKS, type AskSentence, ask } from '../domain/ask/ask.ts';
import { MAX_MOMENT_SEARCHES } from '../domain/moments/search-moments.ts';
import { presentEnd, presentSentence } from '../endpoints/answer-question.ts';
import { askEndpoint } from '../endpoints/ask.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import { trackActiveOrganizations } from '../lib/active-organizations.ts';
import { canonicalCrmId } from '../lib/salesforce-id.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { count } from '../lib/text.ts';
import { formatDateTime, formatDay, formatOffset } from '../lib/time.ts';
import { urlOf } from '../processes/addresses.ts';
import { createAi } from '../processes/ai.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import {
  type JsonOption,
  moment,
  type OrganizationOption,
  repeatable,
  withJson,
  withOrganization,
} from './options.ts';
import { json, oneLine } from './output.ts';

const EXAMPLES = `
Examples:
  parley ask "What did Acme decide about the renewal?"
  parley ask "Who has to approve the budget?" --account 0018c00002ABCDEAA5 --from 2026-01-01
  parley ask "Which risks were named?" --meeting 1042 --meeting 1043 --json`;

type Options = OrganizationOption &
  JsonOption & { account?: string; meeting?: string[]; from?: number; to?: number };

/** `parley ask <question>` */
export function addAsk(program: Command, context: CliContext): void {
  withJson(
    withOrganization(
      program
        .command('ask')
        .description(
          'Answer a question from what was said in meetings, with the words that prove each sentence.',
        )
        .argument('<question>', 'the question, in quotes'),
    ),
  )
    .option('--account <id>', 'only meetings of this CRM account')
    .addOption(repeatable('--meeting <id>', 'only this meeting; may be given several times'))
    .option('--from <time>', 'only meetings that start at or after this time', moment)
    .option('--to <time>', 'only meetings that end at or before this time', moment)
    .addHelpText('after', EXAMPLES)
    .action(async (question: string, options: Options) => {
      const { sentences, end, publicUrl } = await answer(context, question, options);
      if (options.json) {
        const shown = sentences.map((sentence) => presentSentence(sentence, publicUrl));
        return context.print(json({ sentences: shown, ...presentEnd(end) }));
      }
      context.print(describe(sentences, end));
    });
}

const checkBody = compileBodyCheck(askEndpoint.body!);

async function answer({ withDatabase }: CliContext, question: string, options: Options) {
  const { account, meeting: meetingIds, from: fromMs, to: toMs } = options;
  const time = (ms: number | undefined) => (ms === undefined ? undefined : formatDateTime(ms));
  // The checks are those of the API.
  checkBody({ question, salesforceAccountId: account, meetingIds, from: time(fromMs), to: time(toMs) });
  return withDatabase(async (db, { config, log }) => {
    const { id } = await chooseOrganization(db, options.organization);
    const alone = trackActiveOrganizations(0);
    const searches = { capacity: MAX_MOMENT_SEARCHES, maxAlone: 1, maxShared: 1 };
    const deps = {
      db: db.of(id),
      ai: await createAi(config.ai),
      asks: new Semaphore(ASKS, alone),
      searches: new Semaphore(searches, alone),
    };
    const accountId = account === undefined ? undefined : canonicalCrmId(account);
    const { tokensPerDay } = config.ai;
    const asked = { question, accountId, meetingIds, fromMs, toMs };
    const { signal } = new AbortController();
    const steps = ask(deps, id, asked, { tokensPerDay, signal, log });
    const sentences: AskSentence[] = [];
    for (;;) {
      const step = await steps.next();
      const publicUrl = config.publicUrl ?? urlOf(config.host, config.apiPort);
      if (step.done) return { sentences, end: step.value, publicUrl };
      if (step.value.kind === 'sentence') sentences.push(step.value.sentence);
    }
  });
}

function describe(
  sentences: readonly AskSentence[],
  { coverage, hint, dropped, provider }: Answered,
): string {
  const { entriesRead, meetingsRead, meetingsInScope, unindexed } = coverage;
  return [
    ...(sentences.length === 0 ? ['Nothing was found.'] : []),
    ...(hint === undefined ? [] : [oneLine(hint)]),
    ...sentences.flatMap(({ text, quotes }) => [
      ...(quotes.some((quote) => quote.text === text) ? [] : [oneLine(text)]),
      ...quotes.map(describeQuote),
      '',
    ]),
    `Read ${entriesRead} ${entriesRead === 1 ? 'entry' : 'entries'} of ${meetingsRead} of ${count(meetingsInScope, 'meeting')}.`,
    ...(provider === 'builtin' ? ['No AI model is configured: the answer consists of extracts.'] : []),
    ...(dropped > 0 ? [`Left out: ${count(dropped, 'sentence')} without proof.`] : []),
    ...(unindexed > 0 ? [`Not searchable yet: ${count(unindexed, 'meeting')}.`] : []),
  ].join('\n');
}

const SIDE_NAMES = { us: 'our side', customer: 'customer' } as const;

function describeQuote({
  meeting,
  text,
  speaker,
  side,
  timestampSeconds,
}: AskSentence['quotes'][number]): string {
  const place = timestampSeconds === undefined ? [] : [formatOffset(Math.max(0, timestampSeconds))];
  const by = [
    ...(speaker === undefined ? [] : [speaker]),
    ...(side === undefined ? [] : [SIDE_NAMES[side]]),
    meeting.title,
    formatDay(meeting.startMs),
    ...place,
  ];
  return oneLine(`  "${text}" (${by.join(', ')}; meeting ${meeting.meetingId})`);
}
