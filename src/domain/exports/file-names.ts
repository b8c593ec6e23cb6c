import type { EntityType } from '../events/record-event.ts';
import { ENCODINGS } from './encodings.ts';
import type { ExportFormat } from './export-place.ts';

/** Returns the name of a file by its number, which counts from 1 over all types: `meeting-00001.ndjson.gz`. */
export function nameOfFile(type: EntityType, number: number, format: ExportFormat): string {
  return `${type}-${`${number}`.padStart(5, '0')}${ENCODINGS[format].extension}`;
}

/** Returns the key under which a file is stored. */
export function exportFileKey(organizationId: number, exportId: number, fileId: string): string {
  return `org/${organizationId}/export/${exportId}/${fileId}`;
}
