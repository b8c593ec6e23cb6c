import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { IconDownload } from '../../icons/tabler.ts';
import { count, dayOf, formatNumber, saveFile, toast } from '../../parts/index.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLines } from './csv-columns.ts';
import styles from './executions.module.css';
import { type Execution, executionFilter } from './queries.ts';
import type { ExecutionsSearch } from './search.ts';

const PAGE_SIZE = 50;
/** Spreadsheets become slow beyond that; exports hold more. */
const MAX_ROWS = 20_000;

interface Progressing {
  pages: number;
  pageCount: number;
}

/** Saves all executions that fit the filters as CSV, whatever page is shown: walks over the pages, and may be stopped. */
export function CsvDownload({ search, total }: { search: ExecutionsSearch; total: number | undefined }) {
  const [progress, setProgress] = useState<Progressing>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    controller.current = new AbortController();
    setProgress({ pages: 0, pageCount: Math.ceil((total ?? 0) / PAGE_SIZE) });
    try {
      const { executions, isCut } = await readAll(search, controller.current.signal, setProgress);
      const parts = [BYTE_ORDER_MARK, csvHeader(), csvLines(sorted(executions, search.sort))];
      saveFile(fileName(executions, search), parts, 'text/csv;charset=utf-8');
      const saved = `${count(executions.length, 'match', 'matches')} saved as CSV.`;
      toast.good(isCut ? `The first ${saved} Export the data to have all of them.` : saved);
    } catch (error) {
      if (!controller.current.signal.aborted) toast.bad(error);
    } finally {
      setProgress(undefined);
    }
  };
  if (!progress) {
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={!total}
        onClick={() => void start()}
      >
        Download CSV
      </Button>
    );
  }
  const { pages, pageCount } = progress;
  const rows = Math.min(pages * PAGE_SIZE, total ?? 0);
  return (
    <div className={styles.download} role="status">
      <div className={styles.downloadWords}>
        <span className="numbers">
          {formatNumber(rows)} of {formatNumber(total ?? 0)}
        </span>
        <Progress
          aria-label="Download progress"
          size="sm"
          value={pageCount === 0 ? 100 : (pages / pageCount) * 100}
          transitionDuration={150}
        />
      </div>
      <Button variant="default" onClick={() => controller.current?.abort()}>
        Cancel
      </Button>
    </div>
  );
}

interface Read {
  executions: Execution[];
  /** There are more than a file may have. */
  isCut: boolean;
}

async function readAll(
  search: ExecutionsSearch,
  signal: AbortSignal,
  onProgress: (progress: Progressing) => void,
): Promise<Read> {
  // An end that stands still, so that the pages do too while more fires: they are sorted when all are there.
  const query = { executionTo: new Date().toISOString(), ...executionFilter(search), pageSize: PAGE_SIZE };
  const executions: Execution[] = [];
  let pages = 0;
  for await (const page of api.pages('/v2/executions', { params: { query }, signal })) {
    executions.push(...page.signals);
    pages += 1;
    onProgress({ pages, pageCount: page.pageCount });
    if (executions.length >= MAX_ROWS && pages < page.pageCount) return { executions, isCut: true };
  }
  return { executions, isCut: false };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In the order of the screen; the API has given them by the time of the evaluation. */
function sorted(executions: readonly Execution[], sort: ExecutionsSearch['sort']): Execution[] {
  const time = ({ sourceTime = '' }: Execution) => sourceTime;
  if (sort === 'judged-oldest') return [...executions];
  if (sort === 'call-oldest') return executions.toSorted((a, b) => byText(time(a), time(b)));
  const newest = executions.toReversed();
  if (sort === 'call') return newest.sort((a, b) => byText(time(b), time(a)));
  if (sort === 'signal') {
    return newest.sort((a, b) => byText(a.signalName.toLowerCase(), b.signalName.toLowerCase()));
  }
  return newest;
}

/** Names the signal, if there is only one, and the day. */
function fileName(executions: readonly Execution[], { signals }: ExecutionsSearch): string {
  const name = signals?.length === 1 ? (executions.at(-1)?.signalName ?? '') : '';
  const slug = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${['matches', slug, dayOf(Date.now())].filter(Boolean).join('-')}.csv`;
}
