import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ParleyError } from '../../api.ts';
import {
  AskBox,
  CopyButton,
  count,
  EmptyState,
  NeedsScope,
  PageHeader,
  PageState,
  TimeText,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './account.module.css';
import { NextSteps } from './next-steps.tsx';
import { Opportunities, PeoplePanel } from './people.tsx';
import { type AccountDetail, accountQuery } from './queries.ts';
import { SignalsPanel } from './signals.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/shell/accounts/$id');

const above = <Link to="/accounts">Accounts</Link>;

/** Everything about one customer: conversations, people, next steps, matches and opportunities. */
export function AccountScreen() {
  const { id } = route.useParams();
  const mayRead = useCan('meetings:read');
  const query = useQuery({ ...accountQuery(id), enabled: mayRead });
  if (!mayRead) {
    return (
      <>
        <PageHeader title="Account" above={above} />
        <NeedsScope scope="meetings:read" what="see accounts" />
      </>
    );
  }
  if (query.error instanceof ParleyError && query.error.status === 404) return <Missing id={id} />;
  return (
    <>
      {query.data === undefined && <PageHeader title="Account" above={above} />}
      <PageState query={query} what="the account">
        {(account) => <Account key={account.id} account={account} />}
      </PageState>
    </>
  );
}

function Missing({ id }: { id: string }) {
  return (
    <>
      <PageHeader title="Account not found" above={above} />
      <EmptyState
        title="No conversation is linked to this account"
        action={
          <Button component={Link} to="/accounts">
            View all accounts
          </Button>
        }
      >
        No meeting and no e-mail has the CRM ID <code>{id}</code>. Its last conversation may have been deleted
        or remapped.
      </EmptyState>
    </>
  );
}

function Account({ account }: { account: AccountDetail }) {
  const { id, name, domains, meetingCount, emailCount, firstAt, lastAt } = account;
  return (
    <>
      <PageHeader
        above={above}
        title={name ?? id}
        subtitle={
          <span className={styles.facts}>
            <span>
              {count(meetingCount, 'meeting')}, {count(emailCount, 'e-mail')}
            </span>
            <span>
              First contact <TimeText at={firstAt} style="day" />
            </span>
            <span>
              Last contact <TimeText at={lastAt} style="day" />
            </span>
            {domains.length > 0 && <span>{domains.join(', ')}</span>}
            <span className={styles.id}>
              <code>{id}</code>
              <CopyButton text={id} label="Copy CRM ID" />
            </span>
          </span>
        }
      />
      <div className={styles.grid}>
        <div className={styles.main}>
          <AskBox accountId={id} about={`meetings with ${name ?? 'this account'}`} />
          <NextSteps steps={account.openNextSteps} />
          <Timeline account={account} />
        </div>
        <div className={styles.side}>
          <PeoplePanel people={account.people} />
          <SignalsPanel account={account} />
          <Opportunities opportunities={account.opportunities} />
        </div>
      </div>
    </>
  );
}
