import type { SchemaElement } from 'hyparquet-writer';
import type { EntityType } from '../events/record-event.ts';

/** The type of a column or of a part of one. */
export type ColumnType =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'time'
  | { list: ColumnType }
  | { struct: Columns };

/** Columns by name. Every value may be absent. */
export type Columns = { [name: string]: ColumnType };

const person: Columns = { name: 'text', email: 'text' };

const followUp: Columns = { name: 'text', prompt: 'text' };

const crm: Columns = { crmAccountId: 'text', crmOpportunityId: 'text', crmLeadId: 'text' };

/**
 * The columns of each type besides `id` and `deleted`: the fields of its JSON under the same names, except that the entries of
 * a transcript are not wrapped and have no `timestamp`, which says the same as `timestampSeconds`.
 */
export const PARQUET_COLUMNS: Record<EntityType, Columns> = {
  meeting: {
    title: 'text',
    startTime: 'time',
    endTime: 'time',
    host: { struct: person },
    attendees: {
      list: {
        struct: { id: 'text', ...person, isInternal: 'boolean', crmCaseId: 'text', crmLeadId: 'text' },
      },
    },
    ...crm,
    crmCaseId: 'text',
    recording: {
      struct: { state: 'text', reason: 'text', contentType: 'text', bytes: 'integer', updatedAt: 'time' },
    },
    hasTranscript: 'boolean',
    transcript: {
      list: {
        struct: {
          text: 'text',
          speaker: { struct: { name: 'text', attendeeId: 'text' } },
          timestampSeconds: 'number',
        },
      },
    },
  },
  email: {
    subject: 'text',
    sentAt: 'time',
    from: { struct: person },
    to: { list: { struct: person } },
    cc: { list: { struct: person } },
    text: 'text',
    messageId: 'text',
    ...crm,
  },
  execution: {
    signalId: 'integer',
    signalName: 'text',
    triggeredAt: 'time',
    sourceType: 'text',
    sourceId: 'integer',
    sourceTitle: 'text',
    prompt: 'text',
    reason: 'text',
    hostEmail: 'text',
    attendeeEmails: { list: 'text' },
    ...crm,
    crmAccountName: 'text',
    crmOpportunityName: 'text',
    crmLeadName: 'text',
    followUpPrompts: { list: { struct: { ...followUp, response: 'text' } } },
  },
  signal: {
    signalName: 'text',
    contextSource: 'text',
    enabled: 'boolean',
    createdAt: 'time',
    version: 'integer',
    prompt: 'text',
    phrases: { list: 'text' },
    saidBy: 'text',
    followUpPrompts: { list: { struct: followUp } },
  },
  user: {
    ...person,
    role: 'text',
    type: 'text',
    licenseAdded: 'boolean',
    licenseAssignedAt: 'time',
    crmAuthStatus: 'text',
    calendarAuthStatus: 'text',
    chatUserId: 'text',
    title: 'text',
    crmDepartment: 'text',
    crmUserRole: 'text',
  },
};

type Entity = { [name: string]: unknown };

/** Returns the row of an entity, from its JSON. */
export function parquetRow(type: EntityType, id: number, json: Entity | undefined): Entity {
  const fields = type === 'meeting' && json ? withEntries(json) : json;
  const row: Entity = { id: BigInt(id), deleted: json === undefined };
  for (const [name, column] of Object.entries(PARQUET_COLUMNS[type])) {
    row[name] = columnValue(column, fields?.[name]);
  }
  return row;
}

function withEntries(meeting: Entity): Entity {
  const { transcript, hasTranscript } = meeting as {
    transcript?: { entries: unknown };
    hasTranscript?: boolean;
  };
  return {
    ...meeting,
    transcript: transcript?.entries,
    hasTranscript: hasTranscript ?? transcript !== undefined,
  };
}

/** Only times and whole numbers have another form in JSON than in rows; what contains neither is taken as it is. */
function isConverted(type: ColumnType): boolean {
  if (typeof type === 'string') return type === 'integer' || type === 'time';
  return 'list' in type ? isConverted(type.list) : Object.values(type.struct).some(isConverted);
}

function columnValue(type: ColumnType, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'time') return new Date(value as string);
  if (typeof type === 'string' || !isConverted(type)) return value;
  if ('list' in type) return (value as unknown[]).map((one) => columnValue(type.list, one));
  const struct: Entity = {};
  for (const [name, part] of Object.entries(type.struct))
    struct[name] = columnValue(part, (value as Entity)[name]);
  return struct;
}

const LEAVES: Record<Extract<ColumnType, string>, Partial<SchemaElement>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** Returns the schema of the files of a type. */
export function parquetSchema(type: EntityType): SchemaElement[] {
  const columns = Object.entries(PARQUET_COLUMNS[type]);
  return [
    { name: 'parley', num_children: columns.length + 2 },
    { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
    { name: 'deleted', type: 'BOOLEAN', repetition_type: 'REQUIRED' },
    ...columns.flatMap(([name, column]) => elementsOf(name, column)),
  ];
}

function elementsOf(name: string, type: ColumnType): SchemaElement[] {
  if (typeof type === 'string') return [{ name, repetition_type: 'OPTIONAL', ...LEAVES[type] }];
  if ('list' in type) {
    const logical = { converted_type: 'LIST', logical_type: { type: 'LIST' } } as const;
    return [
      { name, repetition_type: 'OPTIONAL', num_children: 1, ...logical },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementsOf('element', type.list),
    ];
  }
  const parts = Object.entries(type.struct);
  return [
    { name, repetition_type: 'OPTIONAL', num_children: parts.length },
    ...parts.flatMap(([part, column]) => elementsOf(part, column)),
  ];
}
