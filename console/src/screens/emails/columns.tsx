import { Avatar, type Column, CrmChips, nameOf, People, TimeText } from '../../parts/index.ts';
import type { Email } from '../../shapes.ts';
import styles from './emails.module.css';
import { subjectOf } from './queries.ts';

const SNIPPET_LENGTH = 160;

/** The columns of the e-mail list. */
export const emailColumns: readonly Column<Email>[] = [
  {
    key: 'subject',
    header: 'E-mail',
    width: '46%',
    cell: (email) => (
      <>
        <span className={styles.subject}>{subjectOf(email)}</span>
        <span className={styles.snippet}>{email.text.slice(0, SNIPPET_LENGTH)}</span>
      </>
    ),
    under: (email) => <CrmChips {...email} />,
  },
  { key: 'sent', header: 'Sent', phone: 'line', cell: ({ sentAt }) => <TimeText at={sentAt} /> },
  {
    key: 'from',
    header: 'From',
    phone: 'bare',
    cell: ({ from }) => (
      <span className={styles.person}>
        <Avatar person={from} size={24} />
        <span className={styles.name} title={from.email}>
          {nameOf(from)}
        </span>
      </span>
    ),
  },
  { key: 'to', header: 'To', phone: 'bare', cell: ({ to, cc }) => <People people={[...to, ...cc]} /> },
];
