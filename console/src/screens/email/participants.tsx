import { Link } from '@tanstack/react-router';
import { Avatar, CrmChips, nameOf, type PersonLike } from '../../parts/index.ts';
import type { Email } from '../../shapes.ts';
import styles from './email.module.css';

type Mailbox = PersonLike & { email: string };

/** The sender, recipients and CRM records. Each address leads to the e-mails with it. */
export function Participants({ email }: { email: Email }) {
  const { from, to, cc } = email;
  return (
    <header className={styles.participants}>
      <Avatar person={from} size={40} />
      <dl className={styles.lines}>
        <Line label="From" people={[from]} isStrong />
        <Line label="To" people={to} />
        <Line label="Cc" people={cc} />
      </dl>
      <CrmChips {...email} />
    </header>
  );
}

function Line({
  label,
  people,
  isStrong,
}: {
  label: string;
  people: readonly Mailbox[];
  isStrong?: boolean;
}) {
  if (people.length === 0) return null;
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        {people.map((person, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice, and none moves
          <span key={index} className={styles.mailbox}>
            {person.name && <span className={isStrong ? styles.strong : undefined}>{nameOf(person)}</span>}{' '}
            <Link
              to="/emails"
              search={{ participants: [person.email] }}
              title={`All e-mails with ${person.email}`}
              className={person.name ? styles.address : undefined}
            >
              {person.email}
            </Link>
          </span>
        ))}
      </dd>
    </div>
  );
}
