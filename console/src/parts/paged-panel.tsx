import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TableSkeleton } from './data-table.tsx';
import { EmptyState, PageState } from './page-state.tsx';
import { Pager } from './pager.tsx';
import { Panel } from './panel.tsx';
import { usePatchSearch } from './use-patch-search.ts';

const FEW_ROWS = 10;

/** A page of a list, as the API gave it; `next` is the place where the page after it begins. */
type PageOfList = { pageCount: number; total?: number; next?: string | undefined };

interface Props<Page, Row> {
  query: UseQueryResult<Page>;
  /** The page that the URL asks for. */
  search: { page?: number; size?: number };
  /** The noun phrase for the error message: "the meetings". */
  what: string;
  /** The singular noun for a row: `meeting`. */
  noun: string;
  /** The plural, if it is not the noun with an s. */
  plural?: string;
  rowsOf: (page: Page) => readonly Row[];
  /** Shown where there are none at all. */
  empty: ReactNode;
  /** Draws the rows; they are stale while those of another page are read. */
  children: (rows: readonly Row[], isStale: boolean) => ReactNode;
}

/** A sheet with a page of a list in its four states, and the ways to the others: page and size live in the URL. */
export function PagedPanel<Page extends PageOfList, Row>(props: Props<Page, Row>) {
  const { query, search, what, noun, plural, rowsOf, empty, children } = props;
  const patch = usePatchSearch();
  const current = search.page ?? 1;
  return (
    <Panel flush>
      <PageState
        query={query}
        what={what}
        loading={<TableSkeleton rows={search.size ?? FEW_ROWS} />}
        isEmpty={({ pageCount }) => pageCount === 0}
        empty={empty}
      >
        {(page) => (
          <>
            {rowsOf(page).length > 0 ? (
              children(rowsOf(page), query.isPlaceholderData)
            ) : (
              <EmptyState
                title="This page no longer exists"
                action={<Button onClick={() => patch({ page: page.pageCount })}>Go to the last page</Button>}
              />
            )}
            <Pager
              page={current}
              pageCount={page.pageCount}
              size={search.size}
              total={page.total}
              noun={noun}
              plural={plural}
              onChange={(change) =>
                patch(change.page === current + 1 ? { ...change, after: page.next } : change)
              }
            />
          </>
        )}
      </PageState>
    </Panel>
  );
}
