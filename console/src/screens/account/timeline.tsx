import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconMail as IconEmail, IconMessages as IconMeeting } from '../../icons/tabler.ts';
import { Duration, EmptyState, nameOf, PageState, Panel, People, TimeText } from '../../parts/index.ts';
import styles from './account.module.css';
import { type AccountDetail, type Contact, contactsOf, contactsQuery } from './queries.ts';

const FILTERED_ID_LENGTH = 18;

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

/** The meetings and e-mails of an account, newest first, by month. */
export function Timeline({ account }: { account: AccountDetail }) {
  if (account.id.length === FILTERED_ID_LENGTH) return <Contacts id={account.id} />;
  return (
    <Panel title="Conversations">
      <EmptyState small title="Conversations cannot be listed for this ID">
        The lists of meetings and e-mails are filtered by CRM IDs of 18 characters; this one has another form.
      </EmptyState>
    </Panel>
  );
}

function Contacts({ id }: { id: string }) {
  const query = useInfiniteQuery(contactsQuery(id));
  return (
    <Panel title="Conversations" hint="Newest first" flush>
      <PageState query={query} what="the conversations">
        {({ pages }) => (
          <>
            {[...byMonth(contactsOf(pages))].map(([month, contacts]) => (
              <section key={month} aria-label={month}>
                <h3 className={styles.month}>{month}</h3>
                <ul className={styles.list}>
                  {contacts.map((contact) => (
                    <ContactLine
                      key={'meeting' in contact ? `m${contact.meeting.id}` : `e${contact.email.id}`}
                      contact={contact}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {query.hasNextPage && (
              <Button
                variant="subtle"
                size="xs"
                className={styles.more}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show older conversations
              </Button>
            )}
          </>
        )}
      </PageState>
    </Panel>
  );
}

const byMonth = (contacts: readonly Contact[]): Map<string, Contact[]> =>
  Map.groupBy(contacts, ({ at }) => monthFormat.format(new Date(at)));

function ContactLine({ contact }: { contact: Contact }) {
  if ('email' in contact) {
    const { id, subject, from, to, cc, sentAt } = contact.email;
    return (
      <li className={styles.contact}>
        <IconEmail size={18} className={styles.kind} aria-label="E-mail" />
        <div className={styles.words}>
          <Link to="/emails/$id" params={{ id }} className={styles.contactLink}>
            {subject.trim() || '(No subject)'}
          </Link>
          <span className={styles.under}>
            <TimeText at={sentAt} /> · From {nameOf(from)}
          </span>
        </div>
        <span className={styles.people}>
          <People people={[...to, ...cc]} max={3} />
        </span>
      </li>
    );
  }
  const { id, title, host, attendees, startTime, endTime } = contact.meeting;
  const guests = attendees.filter(({ isInternal }) => !isInternal);
  return (
    <li className={styles.contact}>
      <IconMeeting size={18} className={styles.kind} aria-label="Meeting" />
      <div className={styles.words}>
        <Link to="/meetings/$id" params={{ id }} className={styles.contactLink}>
          {title}
        </Link>
        <span className={styles.under}>
          <TimeText at={startTime} /> · <Duration from={startTime} to={endTime} /> · Hosted by {nameOf(host)}
        </span>
      </div>
      <span className={styles.people}>
        <People people={guests.length > 0 ? guests : attendees} max={3} />
      </span>
    </li>
  );
}
