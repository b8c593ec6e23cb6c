import { readAccount } from '../../domain/accounts/accounts.ts';
import { listMeetings } from '../../domain/meetings/read-meetings.ts';
import { namesOfFindings } from '../../domain/summaries/names-of-findings.ts';
import { required } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { count } from '../../lib/text.ts';
import { afterEntries } from './common-arguments.ts';
import { compose } from './compose.ts';
import { accountArgument, findAccount } from './find-account.ts';
import { DATA_NOTICE, label } from './lines.ts';
import { headOf, meetingLines } from './meeting-heads.ts';
import { withQuotes } from './summary-lines.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** The newest meetings that are named; list_meetings has all of them. */
const NEWEST_MEETINGS = 5;

const EVER_MS = Date.parse('0000-01-01T00:00:00Z');

type AccountDetail = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

export const accountBriefTool = defineTool({
  name: 'account_brief',
  scopes: ['meetings:read'],
  description: 'An account: newest meetings, next steps, signals, people.',
  arguments: { salesforceAccountId: required(accountArgument), after: afterEntries },
  async run({ salesforceAccountId, after = 0 }, call) {
    const { deps, caller } = call;
    const id = await findAccount(call, salesforceAccountId);
    // Matches are findings of signals: a key that may not read signals does not see them.
    const withSignals = caller.scopes.has('signals:read');
    const account = await readAccount(deps.db, caller.organizationId, id, { withSignals });
    if (!account) throw new Fault('missing', 'There is no such account');
    const all = [...(await newestMeetings(call, id)), ...detailLines(account)];
    const items = all.slice(after);
    const { name, meetingCount, emailCount, firstAt, lastAt, domains } = account;
    const title = `${label(name ?? 'Account without a name')} (${label(id)})`;
    const conversations = `${count(meetingCount, 'meeting')} and ${count(emailCount, 'e-mail')}`;
    const counts = `${conversations} from ${firstAt} to ${lastAt}`;
    const known = domains.length === 0 ? [] : [`Domains: ${label(domains.join(', '))}`];
    return compose(call, {
      size: items.length,
      heads: [() => [title, counts, ...known, DATA_NOTICE], () => [title]],
      lines: (some) => items.slice(0, some),
      next: (some) => (some < items.length ? { changes: { after: after + some } } : undefined),
      ids: () => ({ salesforceAccountId: id }),
    });
  },
});

async function newestMeetings({ deps, caller }: ToolCall, accountId: string): Promise<string[]> {
  const page = { limit: NEWEST_MEETINGS, offset: 0, isDescending: true, withTranscripts: false };
  const filter = { fromMs: EVER_MS, accountId };
  const { meetings } = await listMeetings(deps.db, caller.organizationId, filter, page);
  return meetingLines(deps.db, caller.organizationId, meetings.map(headOf));
}

function detailLines({ openNextSteps, signals, people, opportunities }: AccountDetail): string[] {
  return [
    ...openNextSteps.map(({ meetingId, text, owner, provider, quotes }) => {
      const { nextStep } = namesOfFindings(provider).one;
      return withQuotes(meetingId, nextStep, { text, quotes: quotes as never }, owner);
    }),
    ...signals.map(({ signalName, count: matches, lastAt }) => {
      const found = count(matches, 'match', 'matches');
      return `- Signal ${label(signalName)}: ${found}, the last one in a conversation of ${lastAt}`;
    }),
    ...people.map(({ name, email, meetingCount, lastAt }) => {
      const person = name === undefined ? email : `${label(name)} <${email}>`;
      return `- Person ${person}: ${count(meetingCount, 'meeting')}, last contact ${lastAt}`;
    }),
    ...opportunities.map(({ id, name }) => `- Opportunity ${label(name ?? 'without a name')}: ${label(id)}`),
  ];
}
