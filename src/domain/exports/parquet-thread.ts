import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { plainAll } from '../../lib/gzip-pieces.ts';
import type { EntityType } from '../events/record-event.ts';
import { type ColumnType, PARQUET_COLUMNS, parquetRow, parquetSchema } from './parquet-columns.ts';
import type { ExportedEntity } from './read-batches.ts';

/**
 * The JSON text of the entities of a row group, which bounds the memory that its encoding takes. Row groups of twice the size
 * make files that are 2 % smaller, and take a fifth longer, because more of their objects outlive a collection.
 */
const ROW_GROUP_CHARACTERS = 2 * 1024 * 1024;

/** A higher level takes several times as long and saves a few percent. */
const ZSTD_LEVEL = 3;

const compress = (bytes: Uint8Array) =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });

const { type } = workerData as { type: EntityType };
const columns = PARQUET_COLUMNS[type];
const names = ['id', 'deleted', ...Object.keys(columns)];
const writer = new ByteWriter();
const file = new ParquetWriter({
  writer,
  schema: parquetSchema(type),
  codec: 'ZSTD',
  compressors: { ZSTD: compress },
  createdBy: 'parley',
});
const isList = (column: ColumnType | undefined) => typeof column === 'object' && 'list' in column;

let rows: { [name: string]: unknown }[] = [];
let characters = 0;

function writeRowGroup(): void {
  if (rows.length === 0) return;
  const columnData = names.map((name) => ({
    name,
    data: rows.map((row) => row[name]),
    // Nobody looks for the least text of all transcripts, and finding it takes long.
    statistics: !isList(columns[name]),
  }));
  file.write({ columnData, rowGroupSize: rows.length });
  [rows, characters] = [[], 0];
}

function add({ id, json }: ExportedEntity): void {
  const text = json && plainAll(json).toString();
  rows.push(parquetRow(type, id, text === undefined ? undefined : JSON.parse(text)));
  characters += text?.length ?? 0;
  if (characters >= ROW_GROUP_CHARACTERS) writeRowGroup();
}

/** Gives back what has been written since the last time; the positions in the file count on. */
function send(): void {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  parentPort!.postMessage(bytes, [bytes.buffer]);
}

parentPort!.on('message', (entities: ExportedEntity[] | 'end') => {
  if (entities === 'end') {
    writeRowGroup();
    file.finish();
  } else for (const entity of entities) add(entity);
  send();
});
