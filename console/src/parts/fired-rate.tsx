import { Tooltip } from '@mantine/core';
import { count, formatNumber } from './format.ts';

/** The singular noun for the conversations that a signal judges. */
const NOUNS = { MEETING: 'call', EMAIL: 'e-mail', ALL: 'conversation' } as const;

interface Props {
  /** In how many conversations it fired. */
  fired: number;
  /** Of how many that it judged; undefined where that is not known, and then the number stands alone. */
  judged: number | undefined;
  contextSource: keyof typeof NOUNS;
}

/** "5 of 35 calls", with what is counted in a tooltip. Calls and e-mails together have no name: that is too long. */
export function FiredRate({ fired, judged, contextSource }: Props) {
  if (judged === undefined) return <span className="numbers">{formatNumber(fired)}</span>;
  // A conversation that is judged between the two reads may be counted by the first one only.
  const all = Math.max(fired, judged);
  const noun = NOUNS[contextSource];
  const share = all === 0 ? '' : ` (${Math.round((fired / all) * 100)}%)`;
  const words =
    `Fired in ${formatNumber(fired)} of the ${count(all, noun)} that this signal evaluated in this period${share}. ` +
    'Conversations that came in before the signal was created, have no text, or are still waiting are not counted.';
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className="numbers">
        {formatNumber(fired)} of {contextSource === 'ALL' ? formatNumber(all) : count(all, noun)}
        {contextSource === 'ALL' && <span className="visually-hidden"> {noun}s</span>}
      </span>
    </Tooltip>
  );
}
