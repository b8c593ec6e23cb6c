import type { PageAsk } from '../workloads.ts';
import type { RanStatement } from './script.ts';

/**
 * The statement that most developers would write for a page: keys, their rows, and a plain count if it is wanted.
 */
export type HandWritten = { counted: RanStatement; uncounted: RanStatement };

export function handWritten(
  { organizationId, signalId }: { organizationId: number; signalId: number },
  ask: PageAsk,
): HandWritten {
  const { list, from, to, pageSize, pageNumber } = ask;
  const values: unknown[] = [organizationId];
  const $ = (value: unknown) => `$${values.push(value)}`;
  const { keys, rows, select } =
    list === 'meetings' ? meetings(from, to, $) : executions(signalId, from, to, $);
  // The limit is a constant, because the planner estimates a parameter as a tenth of the table.
  const page = `limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`;
  const statement = (name: string, total: string): RanStatement => ({
    name,
    text: `with page as materialized (select k.at, k.id ${keys} order by k.at, k.id ${page})
      select ${total} page.id, ${select} from page ${rows}`,
    values,
    rows: [],
  });
  return {
    counted: statement('counted', `(select count(*) ${keys}) as total,`),
    uncounted: statement('uncounted', ''),
  };
}

type Parts = { keys: string; rows: string; select: string };

function meetings(from: string, to: string | undefined, $: (value: unknown) => string): Parts {
  const until = to === undefined ? '' : `and start_time <= ${$(to)} and end_time <= $2`;
  return {
    keys: `from (select start_time as at, id from meetings
      where organization_id = $1 ${until} and start_time >= ${$(from)}) as k`,
    rows: `join meetings m on m.organization_id = $1 and m.id = page.id
      left join meeting_transcript_pieces t on t.organization_id = $1 and t.meeting_id = page.id
      order by page.at, page.id, t.piece_number`,
    select: `case when coalesce(t.piece_number, 0) = 0 then m.head end, t.piece_number, t.crc32, t.raw_length,
      encode(t.deflated, 'base64')`,
  };
}

function executions(
  signalId: number,
  from: string,
  to: string | undefined,
  $: (value: unknown) => string,
): Parts {
  return {
    keys: `from (select triggered_at as at, id from signal_executions
      where organization_id = $1 and signal_id = ${$(signalId)} and superseded_at is null
        and meeting_id is not null and triggered_at >= ${$(from)}
        and triggered_at <= ${to === undefined ? 'now()' : $(to)}) as k`,
    rows: `join signal_executions x on x.organization_id = $1 and x.id = page.id order by page.at, page.id`,
    select: 'x.meeting_id, x.body',
  };
}
