import type { SpokenMeeting } from '../data/spoken-meetings.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { findPeers, startPeer } from './peers.ts';

/** PostGraphile over a table of entries with a column of PostgreSQL's full-text search, as its users would build a search. */
export type SearchPeer = AsyncDisposable & {
  title: string;
  pid: number;
  /** Returns the number of entries with the words, of which the newest are in the response. */
  search(words: string): Promise<number>;
};

const TABLE = `
  create table entries (
    meeting integer,
    position integer,
    start_time timestamptz(3) not null,
    title text not null,
    speaker text not null,
    seconds integer not null,
    text text not null,
    words tsvector not null,
    primary key (meeting, position)
  );
  comment on column entries.words is '@behavior -*';`;

const SEARCH = `
  create index on entries using gin (words);
  create function search_entries(query text) returns setof entries language sql stable as $$
    select * from entries where words @@ websearch_to_tsquery('english', query)
    order by start_time desc, meeting desc, position
  $$;`;

/** The number of moments on a page of the service. */
const PAGE_SIZE = 10;

/** Creates the table, to which {@link addToSearchPeer} adds meetings. */
export async function createSearchPeerTable({ query }: BenchDatabase): Promise<void> {
  await query(TABLE);
}

export async function addToSearchPeer(
  { query }: BenchDatabase,
  { number, start, title, segments }: SpokenMeeting,
): Promise<void> {
  await query(
    `insert into entries (meeting, position, start_time, title, speaker, seconds, text, words)
     select $1, row_number() over () - 1, $2, $3, speaker, seconds, text, to_tsvector('english', text)
     from unnest($4::text[], $5::integer[], $6::text[]) as entry (speaker, seconds, text)`,
    [
      ...[number, start, title],
      segments.map(({ speaker }) => speaker.name),
      segments.map(({ timestampSeconds }) => timestampSeconds),
      segments.map(({ text }) => text),
    ],
  );
}

/**
 * Builds the index, and starts PostGraphile.
 * @throws if it is not installed
 */
export async function startSearchPeer(
  database: BenchDatabase,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<SearchPeer> {
  await database.query(SEARCH);
  await database.query('vacuum analyze entries');
  const [found] = await findPeers(['postgraphile'], console.log);
  if (!found) throw new Error('PostGraphile is not installed: npm ci --prefix bench/peers');
  const data = { organizationId: 1, signalId: 1, key: '' };
  const running = await startPeer(found, data, { folder, signal, database });
  const text = `query ($words: String!) {
    found: searchEntries(query: $words, first: ${PAGE_SIZE}) {
      totalCount nodes { meeting position startTime title speaker seconds text }
    }
  }`;
  return {
    title: running.title,
    pid: running.pid,
    search: async (words) => {
      const response = await fetch(`${running.context.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: text, variables: { words } }),
      });
      const { data: answer, errors } = (await response.json()) as {
        data?: { found: { totalCount: number; nodes: object[] } };
        errors?: object[];
      };
      if (!answer || errors) throw new Error(`PostGraphile answered ${JSON.stringify(errors)}`);
      const { totalCount, nodes } = answer.found;
      if (nodes.length !== Math.min(totalCount, PAGE_SIZE)) throw new Error('PostGraphile left entries out');
      return totalCount;
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}
