import type { BoundParameter } from './window-bounds.ts';

/**
 * The things that are counted by day, and how their counts are found. All fields are constants of SQL; `$n` are the
 * statement's parameters.
 */
export type Counted = {
  /** The tables of migrations/0011_counts.sql. */
  months: string;
  days: string;
  changes: string;
  /** The condition that selects the owner's rows, by columns that the tables' keys begin with. */
  owner: string;
  /** The count that a row of any of the tables holds. */
  n: string;
  /** The window, both ends inclusive; without an end it is open. */
  from: string;
  to: string | undefined;
  /** For rows that have an end too, which has to be in the window: its column, and that of the tables' latest end. */
  end: { of: string; latest: string } | undefined;
  /**
   * The rows themselves, as `from … where …` with all conditions of the list except the window, and the column of their
   * order.
   */
  rows: string;
  time: string;
  /** The number of rows before the page. */
  offset: string;
};

/** Up to this number of rows before a page are skipped in the index, which is cheaper than finding the page by day. */
export const NEAR_ROWS = 500;

const monthOf = (day: string) => `date_trunc('month', ${day})::date`;
const startOf = (day: string) => `${day}::timestamp at time zone 'UTC'`;
const dayOf = (time: string) => `(${time}::timestamptz at time zone 'UTC')::date`;

/** Returns the conditions of the window on the rows themselves. */
export function inWindow({ from, to, end, time }: Pick<Counted, 'from' | 'to' | 'end' | 'time'>): string {
  const until = to === undefined ? '' : `and ${time} <= ${to} ${end ? `and ${end.of} <= ${to}` : ''}`;
  return `${time} >= ${from} ${until}`;
}

/**
 * Returns the common table expression `total`, which counts a window exactly: whole months as one number, the other
 * days by day. A day at an edge is taken whole if more than half of it is inside; the part outside is then counted in
 * the list's own index and subtracted. Otherwise the part inside is counted there. A bound at midnight therefore costs
 * nothing. Rows that begin in the window and end after it are subtracted again; they are in the few days whose latest
 * end is late. At 200,000 rows in two years it takes 0.1 ms, compared with 20 ms for counting the rows.
 * @param untilNow excludes rows in the future, by the database's clock, and adds their number as the column `future`
 */
export function countTotal(what: Counted, bound: BoundParameter, { untilNow = false } = {}): string {
  const { months, days, changes, owner, n, from, to, end, rows, time } = what;
  const sum = (table: string, condition: string) =>
    `coalesce((select sum(${n}) from ${table} where ${owner} and ${condition}), 0)`;
  const edge = (side: 'start' | 'end') => {
    const sign = `${bound(`${side}Sign`)}::int`;
    return `case when ${sign} = 0 then 0 else ${sign} * (
      select count(*) ${rows} and ${time} >= ${bound(`${side}From`)} and ${time} < ${bound(`${side}To`)}) end`;
  };
  const late = to === undefined || end === undefined ? '' : `- ${countLate({ ...what, to, end }, bound)}`;
  const future = untilNow
    ? {
        minus: '- future',
        column: ', future',
        source: `from (select count(*) as future ${rows} and ${time} > now() and ${time} >= ${from}) as f`,
      }
    : { minus: '', column: '', source: '' };
  return `total as materialized (select (
    ${sum(months, `month > ${bound('firstMonth')} and month < ${bound('lastMonth')}`)}
    + ${sum(days, `day >= ${bound('wholeFrom')} and day <= ${bound('wholeTo')} and day < ${bound('nextMonth')}`)}
    + ${sum(days, `day >= ${bound('restFrom')} and day <= ${bound('wholeTo')}`)}
    + ${sum(changes, `day >= ${bound('wholeFrom')} and day <= ${bound('wholeTo')}`)}
    + ${edge('start')}
    + ${edge('end')} ${late} ${future.minus}
  )::int as total ${future.column} ${future.source})`;
}

/** Returns the expression that counts the rows that begin in the window and end after it. */
function countLate(
  what: Counted & { to: string; end: NonNullable<Counted['end']> },
  bound: BoundParameter,
): string {
  const { months, days, changes, owner, from, to, end, rows, time } = what;
  const isLate = `${end.latest} > ${to}`;
  return `(
    select coalesce(sum(n), 0) from (
      select day from (
        select month from ${months}
        where ${owner} and month >= ${bound('firstMonth')} and month <= ${bound('lastDay')} and ${isLate}
      ) as late_months
      join ${days} on ${owner} and day >= month and day < month + interval '1 month' and ${isLate}
      where day >= ${bound('firstDay')} and day <= ${bound('lastDay')}
      union
      select day from ${changes} where ${owner} and day >= ${bound('firstDay')} and day <= ${bound('lastDay')} and ${isLate}
    ) as late_days
    cross join lateral (
      select count(*) as n ${rows} and ${time} >= ${from} and ${time} <= ${to} and ${end.of} > ${to}
        and ${time} >= ${startOf('day')} and ${time} < ${startOf('(day + 1)')}
    ) as late
  )`;
}

/**
 * Returns the common table expressions that count a window exactly, and find a page in it without skipping the rows
 * before it: `total`, and `place`, the day in which the page begins (`starts`) with the number of its rows before the
 * page (`skip`); `place` has no row if the page is past the end.
 *
 * Months that are entirely inside the window are taken as one number, those at its edges by day, and only the days at
 * the edges are counted in the list's own index. Days are read only in the month in which the page begins.
 */
export function countWindow(what: Counted): string {
  const { months, days, changes, owner, n, from, to, end: ends, time, offset } = what;
  const latest = ends?.latest;
  const rows = `${what.rows} and ${inWindow(what)}`;
  // A window that begins at midnight contains its whole first day.
  const first = dayOf(`(${from}::timestamptz - interval '1 microsecond')`);
  const last = to && dayOf(to);
  const end = latest ? `, max(${latest}) as latest` : '';
  const endOf = latest ? `, ${latest} as latest` : '';
  const fits = to && latest ? `and latest <= ${to}` : '';
  const isWhole = (period: string, edge: (day: string) => string) =>
    `${period} > ${edge(first)} ${last ? `and ${period} < ${edge(last)} ${fits}` : ''}`;
  const isInside = `day >= ${first} ${last ? `and day <= ${last}` : ''}`;
  return `
    changed as materialized (
      select day, sum(${n}) as n ${end} from ${changes} where ${owner} and ${isInside} group by day
    ), months as materialized (
      select month, n, ${isWhole('month', monthOf)} as is_whole from (
        select month, sum(n) as n ${latest ? ', max(latest) as latest' : ''} from (
          select month, ${n} as n ${endOf} from ${months}
          where ${owner} and month >= ${monthOf(first)} ${last ? `and month <= ${last}` : ''}
          union all
          select ${monthOf('day')}, n ${latest ? ', latest' : ''} from changed
        ) as merged group by month
      ) as sums
    ), days as (
      select day, sum(n) as n ${latest ? ', max(latest) as latest' : ''} from (
        select day, ${n} as n ${endOf} from months
        join ${days} on ${owner} and day >= month and day < month + interval '1 month' and ${isInside}
        where not is_whole
        union all
        select day, changed.n ${latest ? ', latest' : ''} from changed
        join months on month = ${monthOf('day')} and not is_whole
      ) as merged group by day
    ), counted as materialized (
      select month as day, n, true as is_month from months where is_whole
      union all
      select day, case when ${isWhole('day', (one) => one)} then n else (
          select count(*) ${rows} and ${time} >= ${startOf('day')} and ${time} < ${startOf('(day + 1)')}
        ) end, false
      from days
    ), total as materialized (
      select coalesce(sum(n), 0)::int as total from counted
    ), found as materialized (
      select day, is_month, through - n as before
      from (select *, sum(n) over (order by day) as through from counted) as running
      where through > ${offset} order by day limit 1
    ), place as materialized (
      select ${startOf('day')} as starts, ${offset} - before as skip from found where not is_month
      union all
      (select ${startOf('day')}, ${offset} - (select before from found) - (through - n)
       from (
         select day, n, sum(n) over (order by day) as through from (
           select day, sum(n) as n from (
             select day_counts.day, ${n} as n from found
             join ${days} as day_counts on ${owner} and day_counts.day >= found.day
               and day_counts.day < found.day + interval '1 month'
             where is_month
             union all
             select changed.day, changed.n from found
             join changed on ${monthOf('changed.day')} = found.day where is_month
           ) as merged group by day
         ) as sums
       ) as running
       where (select before from found) + through > ${offset} order by day limit 1)
    )`;
}
