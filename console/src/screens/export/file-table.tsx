import { Button } from '@mantine/core';
import { IconDownload } from '../../icons/tabler.ts';
import {
  type Column,
  CopyButton,
  DataTable,
  formatNumber,
  formatSize,
  ownDownload,
  typeNames,
} from '../../parts/index.ts';
import type { Export } from '../exports/queries.ts';
import styles from './export.module.css';

type ExportFile = NonNullable<Export['manifest']>['files'][number];

/** The files of an export that is done, to download and to verify. */
export function FileTable({ files }: { files: readonly ExportFile[] }) {
  return <DataTable caption="Files" columns={COLUMNS} rows={files} rowKey={({ name }) => name} />;
}

const COLUMNS: readonly Column<ExportFile>[] = [
  {
    key: 'name',
    header: 'File',
    phone: 'title',
    cell: ({ name }) => <span className={styles.name}>{name}</span>,
  },
  { key: 'type', header: 'Type', phone: 'bare', cell: ({ type }) => typeNames([type]) },
  { key: 'rows', header: 'Rows', align: 'end', cell: ({ rows }) => formatNumber(rows) },
  { key: 'bytes', header: 'Size', align: 'end', cell: ({ bytes }) => <Size bytes={bytes} /> },
  {
    key: 'sha256',
    header: 'SHA-256',
    phone: 'line',
    cell: ({ sha256 }) => (
      <span className={styles.sum}>
        <code title={sha256}>{sha256.slice(0, 12)}…</code>
        <CopyButton text={sha256} label="Copy SHA-256" />
      </span>
    ),
  },
  {
    key: 'download',
    header: 'Download',
    align: 'end',
    phone: 'line',
    cell: ({ name, url }) => (
      <Button
        component="a"
        href={ownDownload(url)}
        download={name}
        aria-label={`Download ${name}`}
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={14} />}
      >
        Download
      </Button>
    ),
  },
];

function Size({ bytes }: { bytes: number }) {
  return <span title={`${formatNumber(bytes)} bytes`}>{formatSize(bytes)}</span>;
}
