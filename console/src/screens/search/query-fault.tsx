import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ParleyError } from '../../api.ts';
import { EmptyState, usePatchSearch } from '../../parts/index.ts';
import type { SearchSearch } from './search.ts';

interface Props {
  error: Error | null;
  search: SearchSearch;
  children: ReactNode;
}

/** Explains why a search was refused, and offers what can be done about it; otherwise shows the results. */
export function QueryFault({ error, search, children }: Props) {
  const patch = usePatchSearch();
  if (!(error instanceof ParleyError) || error.status !== 400) return children;
  const { q = '' } = search;
  const { message } = error;
  if (message.includes('very common')) {
    return (
      <EmptyState
        title="These words are too common to search for"
        action={
          <Button onClick={() => patch({ q: `"${q.replaceAll('"', '').trim()}"`, after: undefined })}>
            Search for exactly these words
          </Button>
        }
      >
        They are in almost every sentence. Add a word that is not, or put them in quotes to find exactly these
        words next to each other.
      </EmptyState>
    );
  }
  if (message.includes('that are excluded')) {
    return (
      <EmptyState title="There is only a word to leave out">
        A minus sign leaves out what has the word. Add a word that should be found.
      </EmptyState>
    );
  }
  if (message.includes('neither a letter nor a digit')) {
    return <EmptyState title="There is no word to search for">Type a word or a number.</EmptyState>;
  }
  if (message.includes('after must be')) {
    return (
      <EmptyState
        title="This page belongs to another search"
        action={<Button onClick={() => patch({ after: undefined })}>Go to the first page</Button>}
      >
        The search or its filters have changed since the link was made.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="This cannot be searched for">
      {message.endsWith('.') ? message : `${message}.`}
    </EmptyState>
  );
}
