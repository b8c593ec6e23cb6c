import { useQuery } from '@tanstack/react-query';
import {
  Avatar,
  type Column,
  DataTable,
  EmptyState,
  Highlighted,
  highlightWords,
  nameOf,
  PageState,
  Panel,
  TableSkeleton,
} from '../../parts/index.ts';
import { foundPeopleQuery } from './queries.ts';
import { QueryFault } from './query-fault.tsx';
import styles from './search.module.css';
import type { SearchSearch } from './search.ts';

type Person = { email: string; name?: string };

/** People by address or name, those with the newest meeting first; each leads to their meetings. */
export function FoundPeople({ search }: { search: SearchSearch }) {
  const { q = '' } = search;
  const query = useQuery(foundPeopleQuery({ q }));
  return (
    <QueryFault error={query.error} search={search}>
      <Panel flush>
        <PageState
          query={query}
          what="the people"
          loading={<TableSkeleton rows={4} />}
          isEmpty={({ people }) => people.length === 0}
          empty={
            <EmptyState title="No person matches">
              Attendees are found by the beginning of their address, and users by their name as well.
            </EmptyState>
          }
        >
          {({ people, isCut }) => (
            <>
              <DataTable
                caption="People"
                columns={columnsOf(q)}
                rows={people}
                rowKey={({ email }) => email}
                rowLink={({ email }) => ({ to: '/meetings', search: { attendees: [email] } as never })}
              />
              {isCut && (
                <p className={styles.cut}>
                  These are the {people.length} people with the newest meetings. Type more of the name to find
                  others.
                </p>
              )}
            </>
          )}
        </PageState>
      </Panel>
    </QueryFault>
  );
}

const columnsOf = (q: string): readonly Column<Person>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '44%',
    cell: (person) => (
      <span className={styles.person}>
        <Avatar person={person} size={24} />
        <span>
          <Highlighted {...highlightWords(nameOf(person), q)} />
        </span>
      </span>
    ),
  },
  {
    key: 'email',
    header: 'E-mail',
    cell: ({ email }) => <Highlighted {...highlightWords(email, q)} />,
  },
];
