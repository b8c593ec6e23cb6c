import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { renderSummary } from '../../src/domain/summaries/render-summary.ts';
import type { TestClient } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { seedEmails, seedExecutions, seedMeetings, seedSignal, seedSummary } from '../support/signals.ts';

/** An organization whose every name and id can be told from those of the others. */
export type Tenant = {
  organizationId: number;
  client: TestClient;
  /** In every text that the tenant stores: no answer to another one may hold it. */
  mark: string;
  externalId: string;
  emails: string[];
  accountId: string;
  opportunityId: string;
  leadId: string;
  domain: string;
};

const MARKS = ['amberfox', 'birchowl', 'cedarlynx'];

/** The first organization and two more. */
export async function makeTenants(service: TestService): Promise<Tenant[]> {
  const others = [await service.tenant(), await service.tenant()];
  const all = [{ id: 1, client: service.client }, ...others];
  return all.map(({ id, client }, index) => {
    const mark = MARKS[index]!;
    // Salesforce's form: 18 letters and digits.
    const crmId = (prefix: string) => `${prefix}${mark}`.padEnd(18, '0');
    return {
      organizationId: id,
      client,
      mark,
      externalId: `${mark}-call-1`,
      emails: [`host@${mark}.example`, `guest@${mark}.example`],
      accountId: crmId('001'),
      opportunityId: crmId('006'),
      leadId: crmId('00Q'),
      domain: `${mark}.example`,
    };
  });
}

/** Gives the tenant what no request makes at once: a signal that fired in a meeting and an e-mail, with labels, and a summary. */
export async function seedFindings(
  databaseUrl: string,
  { organizationId, client, mark }: Tenant,
): Promise<void> {
  const atMs = Date.parse('2026-01-15T10:00:00Z');
  const signalId = await seedSignal(databaseUrl, organizationId, { name: mark, prompt: mark });
  const [meetingId] = await seedMeetings(databaseUrl, organizationId, [atMs], mark);
  const [emailId] = await seedEmails(databaseUrl, organizationId, [atMs], mark);
  const found = {
    signalId,
    triggeredAtMs: atMs,
    quotes: [{ text: mark, entryIndex: 0 }],
    followUps: [{ name: mark, prompt: mark, response: mark }],
    fields: { signalName: mark, sourceTitle: mark, prompt: mark, reason: mark },
  };
  const executions = await seedExecutions(databaseUrl, organizationId, [
    { ...found, meetingId: meetingId! },
    { ...found, emailId: emailId! },
  ]);
  for (const id of executions) {
    const { body } = await client.get(`/v1/signals/${signalId}/executions/${id}/evidence`);
    await client.put(`/v1/evaluations/${body.evaluationId}/label`, { verdict: 'right', note: mark });
  }
  const finding = { text: mark, quotes: [] };
  const summary = renderSummary({
    ...{ generatedAtMs: atMs, provider: mark, model: mark },
    ...{ decisions: [finding], nextSteps: [finding], openQuestions: [finding], topics: [finding] },
  });
  await seedSummary(databaseUrl, organizationId, meetingId!, summary);
}

/** The test's own look at the tables, to see what no answer shows. */
export class Tables {
  readonly #client: pg.Client;
  readonly #names: string[];

  private constructor(client: pg.Client, names: string[]) {
    this.#client = client;
    this.#names = names;
  }

  static async open(url: string): Promise<Tables> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      // The rows of partitions are those of their tables.
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    return new Tables(
      client,
      rows.map((row) => row.name),
    );
  }

  /** Tables whose rows belong to no organization. */
  async unowned(): Promise<string[]> {
    const owned = await this.#owned();
    return this.#names.filter((name) => !owned.includes(name));
  }

  /** Makes every identity column count in a range of its own, so that no id fits things of two kinds. */
  async spreadIds(): Promise<void> {
    const { rows } = await this.#client.query(
      `select format('select setval(pg_get_serial_sequence(%L, %L), %s)', table_name, column_name,
                     row_number() over (order by table_name) * 1000000) as sql
       from information_schema.columns
       where table_schema = 'public' and is_identity = 'YES' and table_name = any ($1)`,
      [this.#names],
    );
    for (const { sql } of rows) await this.#client.query(sql);
  }

  /**
   * Rows of an organization by table, but for what changes by itself: when a key was last used, the terms of words, which
   * move into their index, and counts, which follow from the other tables and are folded when it suits them.
   */
  async rowsOf(organizationId: number): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const table of await this.#owned()) {
      if (/_(?:months|days|day_changes)$/.test(table)) continue;
      const found = await this.#client.query(
        `select (to_jsonb(t) - array['last_used_at', 'fresh_terms', 'terms'])::text as row from ${table} t where organization_id = $1 order by 1`,
        [organizationId],
      );
      rows[table] = found.rows.map(({ row }) => row);
    }
    return rows;
  }

  /** The rows of several organizations, once background jobs have left them unchanged for a while. */
  async settledRowsOf(organizationIds: number[]): Promise<Record<string, string[]>[]> {
    const look = async () => {
      const rows: Record<string, string[]>[] = [];
      for (const id of organizationIds) rows.push(await this.rowsOf(id));
      return rows;
    };
    let before = await look();
    for (let tries = 0; tries < 50; tries++) {
      await delay(150);
      const now = await look();
      if (JSON.stringify(now) === JSON.stringify(before)) return now;
      before = now;
    }
    throw new Error('the rows of the organizations do not come to rest');
  }

  /**
   * Every value of the organization's columns called id or …_id, as text: whatever a path can name. Records of the
   * audit are many and no operation names one.
   */
  async idsOf(organizationId: number): Promise<string[]> {
    const ids = new Set<string>();
    const { audit_records: _, ...named } = await this.rowsOf(organizationId);
    for (const rows of Object.values(named)) {
      for (const row of rows) {
        for (const [column, value] of Object.entries(JSON.parse(row))) {
          if (column === 'organization_id' || !/(?:^|_)id$/.test(column) || value === null) continue;
          ids.add(`${value}`);
        }
      }
    }
    return [...ids];
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  async #owned(): Promise<string[]> {
    const { rows } = await this.#client.query(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    );
    return rows.map((row) => row.name);
  }
}
