/** What is counted by day, and how it is found. All are constants of SQL; `$n` are the statement's parameters. */
export type Counted = {
  /** The tables of migrations/0011_counts.sql. */
  months: string;
  days: string;
  changes: string;
  /** Whose rows, by columns that the tables' keys begin with. */
  owner: string;
  /** How many, from a row of any of the tables. */
  n: string;
  /** The window, both ends inclusive; without an end it is open. */
  from: string;
  to: string | undefined;
  /** Where a row that begins in the window may yet lie outside: the tables' column of the last end. */
  latest: string | undefined;
  /** The rows themselves, as `from … where …` with all conditions of the list, and the column of their order. */
  rows: string;
  time: string;
  /** How many rows come before the page. */
  offset: string;
};

/**
 * The common table expressions that count a window exactly, and find a page in it without passing over what is before:
 * `total`, and `place`, the day in which the page begins (`starts`) with how many of its rows come before it (`skip`);
 * no row where the page is past the end.
 *
 * Months that lie inside the window whole are taken as one number, those at its edges are taken by day, and only the
 * days at the edges are counted in the list's own index. The month where the page begins is looked into by day.
 * At 200,000 rows in two years: 0.3 ms, where counting takes 20.
 */
export function countWindow(what: Counted): string {
  const { months, days, changes, owner, n, from, to, latest, rows, time, offset } = what;
  const first = `(${from}::timestamptz at time zone 'UTC')::date`;
  const last = to && `(${to}::timestamptz at time zone 'UTC')::date`;
  const end = latest ? `, max(${latest}) as latest` : '';
  const endOf = latest ? `, ${latest} as latest` : '';
  const fits = to && latest ? `and latest <= ${to}` : '';
  const monthOf = (day: string) => `date_trunc('month', ${day})::date`;
  const isWhole = (period: string, edge: (day: string) => string) =>
    `${period} > ${edge(first)} ${last ? `and ${period} < ${edge(last)} ${fits}` : ''}`;
  const inWindow = `day >= ${first} ${last ? `and day <= ${last}` : ''}`;
  const startOf = (day: string) => `${day}::timestamp at time zone 'UTC'`;
  return `
    changed as materialized (
      select day, sum(${n}) as n ${end} from ${changes} where ${owner} and ${inWindow} group by day
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
        join ${days} on ${owner} and day >= month and day < month + interval '1 month' and ${inWindow}
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
