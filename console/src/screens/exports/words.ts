import { type Tone, typeNames } from '../../parts/index.ts';
import type { ExportHead } from './queries.ts';

/** The states in words, each with its tone. */
export const STATES: Record<ExportHead['state'], { name: string; tone: Tone }> = {
  pending: { name: 'Waiting', tone: 'plain' },
  running: { name: 'Running', tone: 'accent' },
  done: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
};

/** The formats of files with their names and descriptions. */
export const FORMATS: Record<ExportHead['format'], { label: string; description: string }> = {
  ndjson: {
    label: 'NDJSON',
    description: 'One JSON object per line, as the API returns it, compressed with gzip',
  },
  parquet: {
    label: 'Parquet',
    description: 'Tables with nested columns, for DuckDB, Spark, Snowflake and others',
  },
};

/** Returns what an export contains in words: "Meetings, matches, without transcripts". */
export function contentWords({
  types,
  includeTranscripts,
}: Pick<ExportHead, 'types' | 'includeTranscripts'>): string {
  const lacksTranscripts = types.includes('meeting') && !includeTranscripts;
  return `${typeNames(types)}${lacksTranscripts ? ', without transcripts' : ''}`;
}
