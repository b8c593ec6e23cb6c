import type { Figure, ReliabilityPromise } from './promise.ts';

export type Outcome = {
  promise: ReliabilityPromise;
  figures: Figure[];
  kept: boolean;
  seconds: number;
};

export type About = {
  form: 'full' | 'quick';
  date: string;
  commit: string;
  machine: string;
  seed: number;
  seconds: number;
};

/** Returns a Markdown table with the columns promise, figure, limit and kept. */
export function renderTable(outcomes: readonly Outcome[]): string {
  const lines = ['| # | promise | figure | limit | kept |', '| --- | --- | --- | --- | --- |'];
  for (const { promise, figures } of outcomes) {
    for (const [index, { what, value, limit, passed }] of figures.entries()) {
      const first = index === 0 ? [`${promise.number}`, promise.name] : ['', ''];
      lines.push(
        `| ${[...first, cell(`${what}: ${value}`), cell(limit), passed ? 'yes' : 'NO'].join(' | ')} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the table with the versions and the machine, as docs/reliability.md shows it. */
export function renderReport(outcomes: readonly Outcome[], about: About): string {
  const kept = outcomes.filter((outcome) => outcome.kept).length;
  return `${[
    `**${kept} of ${outcomes.length} kept.** ${about.form === 'full' ? 'Full' : 'Quick'} form, ${about.date}, commit ${about.commit}, ` +
      `seed ${about.seed}, ${(about.seconds / 60).toFixed(0)} minutes. ${about.machine}.`,
    renderTable(outcomes),
  ].join('\n\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
