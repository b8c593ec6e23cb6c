/** A page of an ascending list of the API: `items` of the page, `pageCount` of all. */
export type AscendingPage<T> = { items: T[]; pageCount: number };

/** A page of the same list with the newest first, and how many there are in all. */
export type NewestPage<T> = { items: T[]; total: number; pageCount: number };

/**
 * Lists of the API go from old to new, so that pages stay put; people want the newest first. This counts (a page of one
 * row tells the total) and reads the one or two ascending pages that make up page `page` from the end.
 * @param readPage asks the API for one page
 */
export async function newestFirst<T>(
  readPage: (paging: { pageNumber: number; pageSize: number }) => Promise<AscendingPage<T>>,
  { page, size }: { page: number; size: number },
): Promise<NewestPage<T>> {
  const { pageCount: total } = await readPage({ pageNumber: 1, pageSize: 1 });
  const pageCount = Math.ceil(total / size);
  const end = total - (page - 1) * size;
  if (end <= 0) return { items: [], total, pageCount };
  const start = Math.max(0, end - size);
  const first = Math.floor(start / size) + 1;
  const last = Math.floor((end - 1) / size) + 1;
  const pages = await Promise.all(
    Array.from({ length: last - first + 1 }, (_, index) =>
      readPage({ pageNumber: first + index, pageSize: size }),
    ),
  );
  const offset = (first - 1) * size;
  const items = pages.flatMap((one) => one.items).slice(start - offset, end - offset);
  return { items: items.reverse(), total, pageCount };
}
