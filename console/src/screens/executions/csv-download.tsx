import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { IconDownload } from '../../icons/tabler.ts';
import { count, dayOf, formatNumber, saveFile, toast } from '../../parts/index.ts';
import { BYTE_ORDER_MARK, csvHeader, csvLines } from './csv-columns.ts';
import styles from './executions.module.css';
import { executionFilter } from './queries.ts';
import type { ExecutionsSearch } from './search.ts';

const PAGE_SIZE = 50;

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
      const { parts, rows } = await readAll(search, controller.current.signal, setProgress);
      saveFile(`matches-${dayOf(Date.now())}.csv`, parts, 'text/csv;charset=utf-8');
      toast.good(`${count(rows, 'match', 'matches')} saved as CSV.`);
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

async function readAll(
  search: ExecutionsSearch,
  signal: AbortSignal,
  onProgress: (progress: Progressing) => void,
): Promise<{ parts: string[]; rows: number }> {
  // An end that stands still, so that the pages do too while more fires.
  const query = { executionTo: new Date().toISOString(), ...executionFilter(search), pageSize: PAGE_SIZE };
  const parts = [BYTE_ORDER_MARK, csvHeader()];
  let rows = 0;
  let pages = 0;
  for await (const page of api.pages('/v2/executions', { params: { query }, signal })) {
    parts.push(csvLines(page.signals));
    rows += page.signals.length;
    pages += 1;
    onProgress({ pages, pageCount: page.pageCount });
  }
  return { parts, rows };
}
