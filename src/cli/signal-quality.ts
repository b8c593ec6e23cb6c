import type { Share } from '../domain/signals/labels/estimate-quality.ts';
import type { SignalQuality } from '../domain/signals/labels/read-quality.ts';
import { table } from './output.ts';

const HUNDRED = 100;

/** Returns the quality of a version of a signal as a table for people. */
export function describeQuality({ version, evaluations, labelled, ...quality }: SignalQuality): string {
  const { labels, precision, recall, agreement } = quality;
  const rows = [
    ['Version', `${version}`, ''],
    ['Fired', `${evaluations.fired}`, `${labelled.fired} labelled`],
    [
      'Did not fire',
      `${evaluations.notFired}`,
      `${labelled.notFired} labelled, ${labelled.drawn} of them drawn`,
    ],
    ['Labels', `${labels.right + labels.wrong}`, `${labels.right} right, ${labels.wrong} wrong`],
    ['Precision', ...wordsOf(precision)],
    ['Recall', ...wordsOf(recall)],
    ['Agreement', ...wordsOf(agreement)],
  ];
  return table(['QUALITY', 'VALUE', 'DETAIL'], rows);
}

function wordsOf(share: Share | undefined): [value: string, detail: string] {
  if (!share) return ['-', 'not enough labels'];
  const percent = (part: number) => `${(part * HUNDRED).toFixed(1)} %`;
  return [percent(share.value), `95 % interval: ${percent(share.low)} to ${percent(share.high)}`];
}
