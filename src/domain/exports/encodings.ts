import type { Encoding } from './encoding.ts';
import type { ExportFormat } from './export-place.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';

export const ENCODINGS: Record<ExportFormat, Encoding> = { ndjson, parquet };
