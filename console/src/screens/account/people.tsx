import { Button } from '@mantine/core';
import { useState } from 'react';
import { Avatar, CrmChip, count, EmptyState, nameOf, Panel, TimeText } from '../../parts/index.ts';
import styles from './account.module.css';
import type { AccountDetail } from './queries.ts';

const FEW = 6;

/** The people of an account, last contact first. */
export function PeoplePanel({ people }: Pick<AccountDetail, 'people'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? people : people.slice(0, FEW);
  return (
    <Panel title="People" hint="Last contact first" flush>
      {people.length === 0 ? (
        <EmptyState small title="No people">
          Nobody outside your organization attended a meeting or exchanged an e-mail.
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="People">
          {shown.map((person) => (
            <li key={person.email} className={styles.person}>
              <Avatar person={person} size={30} />
              <div className={styles.words}>
                <span className={styles.strong}>{nameOf(person)}</span>
                {person.name && <span className={styles.under}>{person.email}</span>}
              </div>
              <div className={styles.end}>
                <TimeText at={person.lastAt} style="day" />
                <span className={styles.under}>
                  {person.meetingCount === 0 ? 'E-mail only' : count(person.meetingCount, 'meeting')}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {people.length > FEW && !isWhole && (
        <Button variant="subtle" size="xs" className={styles.more} onClick={() => setWhole(true)}>
          Show all {people.length} people
        </Button>
      )}
    </Panel>
  );
}

/** The opportunities of an account; nothing where it has none. */
export function Opportunities({ opportunities }: Pick<AccountDetail, 'opportunities'>) {
  if (opportunities.length === 0) return null;
  return (
    <Panel title="Opportunities">
      <div className={styles.chips}>
        {opportunities.map(({ id, name }) => (
          <CrmChip key={id} type="OPPORTUNITY" id={id} name={name} />
        ))}
      </div>
    </Panel>
  );
}
