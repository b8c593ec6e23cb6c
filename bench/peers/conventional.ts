import { createHash } from 'node:crypto';
import compress from '@fastify/compress';
import { and, asc, count, eq, gte, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * This program is the service in a conventional design: a framework, an ORM, JSON columns, a count and an OFFSET. It
 * has the same paths and responses as Parley. Settings: DATABASE_URL, PORT, API_KEY.
 */

const POOL_CONNECTIONS = 10;
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const ORGANIZATION_ID = 1;

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 });

const meetings = pgTable('meetings', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  organizationId: integer('organization_id').notNull(),
  externalId: text('external_id').notNull(),
  title: text('title').notNull(),
  startTime: at('start_time').notNull(),
  endTime: at('end_time').notNull(),
  hostEmail: text('host_email').notNull(),
  hostName: text('host_name'),
  attendees: jsonb('attendees').notNull(),
  crmAccountId: text('crm_account_id'),
  callUrl: text('call_url'),
  transcript: jsonb('transcript'),
});

const executions = pgTable('executions', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  organizationId: integer('organization_id').notNull(),
  signalId: integer('signal_id').notNull(),
  signalName: text('signal_name').notNull(),
  triggeredAt: at('triggered_at').notNull(),
  sourceId: integer('source_id').notNull(),
  sourceType: text('source_type').notNull(),
  sourceTitle: text('source_title').notNull(),
  prompt: text('prompt').notNull(),
  reason: text('reason').notNull(),
  hostEmail: text('host_email').notNull(),
  attendeeEmails: jsonb('attendee_emails').notNull(),
  crmAccountId: text('crm_account_id'),
  crmAccountName: text('crm_account_name'),
});

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: POOL_CONNECTIONS });
const db = drizzle(pool);
const app = Fastify({ bodyLimit: MAX_BODY_BYTES });
await app.register(compress, { encodings: ['gzip', 'identity'] });

app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/readyz' || request.headers['x-api-key'] === process.env.API_KEY) return;
  await reply.code(401).send({ error: 'no such key' });
});

const paging = {
  pageNumber: { type: 'integer', minimum: 1, default: 1 },
  pageSize: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
};
const dateTime = { type: 'string', format: 'date-time' };

type Paging = { pageNumber: number; pageSize: number };

app.get<{ Querystring: Paging & { from: string; to?: string } }>(
  '/v1/meetings',
  {
    schema: {
      querystring: {
        type: 'object',
        required: ['from'],
        properties: { from: dateTime, to: dateTime, ...paging },
      },
    },
  },
  async ({ query }) => {
    const where = and(
      eq(meetings.organizationId, ORGANIZATION_ID),
      gte(meetings.startTime, query.from),
      query.to === undefined ? undefined : lte(meetings.endTime, query.to),
    );
    const [rows, [counted]] = await Promise.all([
      db
        .select()
        .from(meetings)
        .where(where)
        .orderBy(asc(meetings.startTime), asc(meetings.id))
        .limit(query.pageSize)
        .offset((query.pageNumber - 1) * query.pageSize),
      db.select({ total: count() }).from(meetings).where(where),
    ]);
    return { meetings: rows.map(presentMeeting), pageCount: Math.ceil(counted!.total / query.pageSize) };
  },
);

function presentMeeting(row: typeof meetings.$inferSelect) {
  return {
    id: `${row.id}`,
    title: row.title,
    startTime: present(row.startTime),
    endTime: present(row.endTime),
    host: { email: row.hostEmail, name: row.hostName ?? undefined },
    attendees: row.attendees,
    crmAccountId: row.crmAccountId ?? undefined,
    transcript: row.transcript ?? undefined,
  };
}

app.get<{ Params: { id: number }; Querystring: Paging & { executionFrom: string; executionTo?: string } }>(
  '/v2/signals/:id/executions',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } },
      querystring: {
        type: 'object',
        required: ['executionFrom'],
        properties: { executionFrom: dateTime, executionTo: dateTime, ...paging },
      },
    },
  },
  async ({ params, query }) => {
    const where = and(
      eq(executions.organizationId, ORGANIZATION_ID),
      eq(executions.signalId, params.id),
      gte(executions.triggeredAt, query.executionFrom),
      lte(executions.triggeredAt, query.executionTo ?? new Date().toISOString()),
    );
    const [rows, [counted]] = await Promise.all([
      db
        .select()
        .from(executions)
        .where(where)
        .orderBy(asc(executions.triggeredAt), asc(executions.id))
        .limit(query.pageSize)
        .offset((query.pageNumber - 1) * query.pageSize),
      db.select({ total: count() }).from(executions).where(where),
    ]);
    return { signals: rows.map(presentExecution), pageCount: Math.ceil(counted!.total / query.pageSize) };
  },
);

function presentExecution({ id, organizationId, ...row }: typeof executions.$inferSelect) {
  return {
    ...row,
    triggeredAt: present(row.triggeredAt),
    crmAccountId: row.crmAccountId ?? undefined,
    crmAccountName: row.crmAccountName ?? undefined,
  };
}

/** Returns `2026-01-31 09:30:00+00` as RFC 3339. */
function present(time: string): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

const textField = { type: 'string', minLength: 1 };
const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    isInternal: { type: 'boolean' },
  },
};
const ingestBody = {
  type: 'object',
  required: ['meeting'],
  properties: {
    meeting: {
      type: 'object',
      required: ['id', 'title', 'startTime', 'endTime', 'host'],
      properties: {
        id: textField,
        title: textField,
        startTime: dateTime,
        endTime: dateTime,
        host: { ...person, required: ['email'] },
        attendees: { type: 'array', items: person },
        callUrl: { type: 'string' },
        salesforceAccountId: { type: 'string' },
        transcript: {
          type: 'object',
          required: ['segments'],
          properties: {
            segments: {
              type: 'array',
              items: {
                type: 'object',
                required: ['text'],
                properties: {
                  text: { type: 'string' },
                  timestampSeconds: { type: 'number' },
                  speaker: { type: 'object', properties: { name: { type: 'string' } } },
                },
              },
            },
          },
        },
      },
    },
  },
};

type Person = { name?: string; email: string; isInternal?: boolean };
type Segment = { text: string; timestampSeconds?: number; speaker?: { name?: string } };
type Ingest = {
  meeting: {
    id: string;
    title: string;
    startTime: string;
    endTime: string;
    host: Person;
    attendees?: Person[];
    callUrl?: string;
    salesforceAccountId?: string;
    transcript?: { segments: Segment[] };
  };
};

app.post<{ Body: Ingest }>(
  '/v1/user-provided-meeting',
  { schema: { body: ingestBody } },
  async ({ body: { meeting } }) => {
    const attendees = (meeting.attendees ?? []).map((one) => ({ id: idOf(one.email), ...one }));
    const values = {
      organizationId: ORGANIZATION_ID,
      externalId: meeting.id,
      title: meeting.title,
      startTime: meeting.startTime,
      endTime: meeting.endTime,
      hostEmail: meeting.host.email,
      hostName: meeting.host.name,
      attendees,
      crmAccountId: meeting.salesforceAccountId,
      callUrl: meeting.callUrl,
      transcript: meeting.transcript && { entries: entriesOf(meeting.transcript.segments, attendees) },
    };
    const [row] = await db
      .insert(meetings)
      .values(values)
      .onConflictDoUpdate({ target: [meetings.organizationId, meetings.externalId], set: values })
      .returning({ id: meetings.id, created: sql<boolean>`xmax = 0` });
    return { meetingId: `${row!.id}`, created: row!.created };
  },
);

/** Returns the entries as they are shown, with the speakers' ids and readable times. */
function entriesOf(segments: readonly Segment[], attendees: readonly (Person & { id: string })[]) {
  const ids = new Map(attendees.map(({ id, name }) => [name?.toLowerCase(), id]));
  return segments.map(({ text, timestampSeconds, speaker }) => ({
    text,
    speaker: speaker?.name && { name: speaker.name, attendeeId: ids.get(speaker.name.toLowerCase()) },
    timestamp: timestampSeconds === undefined ? undefined : formatOffset(timestampSeconds),
    timestampSeconds,
  }));
}

function idOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
}

/** Returns `HH:MM:SS.mmm`. */
function formatOffset(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23);
}

app.get('/readyz', async () => ({ ready: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });

process.on('SIGINT', async () => {
  await app.close();
  await pool.end();
});
