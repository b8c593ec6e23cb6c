import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/index.ts';
import { EmailList } from '../emails/email-list.tsx';
import { emailsQuery } from '../emails/queries.ts';
import { QueryFault } from './query-fault.tsx';
import type { SearchSearch } from './search.ts';

/** E-mails by the words of subject and text, newest first. */
export function FoundEmails({ search }: { search: SearchSearch }) {
  const { q, page, size } = search;
  const query = useQuery(emailsQuery({ q, page, size }));
  return (
    <QueryFault error={query.error} search={search}>
      <EmailList
        query={query}
        search={search}
        empty={
          <EmptyState title="No e-mail matches">
            All words must be in the subject and text of one e-mail.
          </EmptyState>
        }
      />
    </QueryFault>
  );
}
