import type { GeneratedClient } from './generated-clients.ts';
import { STEPS } from './journey.ts';

/** The outcome of a client. `made` are the steps that succeeded. */
export type Row = { name: string; outcome: 'passed' | 'failed' | 'skipped'; made: readonly string[] };

const COLUMNS = ['generate', 'build', ...STEPS];
const BEGIN = '<!-- The table is written by `npm run test:clients -- --write`. -->';
const END = '<!-- End of the table. -->';

/** Returns the page with the table of these rows, in the order of the clients. */
export function withTable(page: string, rows: readonly Row[], clients: readonly GeneratedClient[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/clients.md has no place for the table');
  const lines = clients.flatMap(({ name }) => {
    const row = rows.find((one) => one.name === name);
    return row
      ? [`| ${name} | ${COLUMNS.map((step) => (row.made.includes(step) ? 'yes' : 'no')).join(' | ')} |`]
      : [];
  });
  const head = [`| generator | ${COLUMNS.join(' | ')} |`, `|${'---|'.repeat(COLUMNS.length + 1)}`];
  return `${page.slice(0, begin)}${BEGIN}\n\n${[...head, ...lines].join('\n')}\n\n${page.slice(end)}`;
}
