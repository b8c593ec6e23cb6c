import { Tooltip } from '@mantine/core';
import { count, formatNumber } from './format.ts';

/** The singular noun for the conversations that a signal evaluates. */
const NOUNS = { MEETING: 'call', EMAIL: 'e-mail', ALL: 'conversation' } as const;

interface Props {
  /** The number of conversations in which the signal fired. */
  fired: number;
  /** The number of conversations that the signal evaluated. If it is undefined, the first number is shown alone. */
  judged: number | undefined;
  contextSource: keyof typeof NOUNS;
}

/** Shows "5 of 35 calls", with an explanation in a tooltip. Calls and e-mails together go unnamed to save space. */
export function FiredRate({ fired, judged, contextSource }: Props) {
  if (judged === undefined) return <span className="numbers">{formatNumber(fired)}</span>;
  // A conversation that is evaluated between the two requests may be counted by the first one only.
  const all = Math.max(fired, judged);
  const noun = NOUNS[contextSource];
  const share = all === 0 ? '' : ` (${Math.round((fired / all) * 100)}%)`;
  const words =
    `Fired in ${formatNumber(fired)} of the ${count(all, noun)} that this signal evaluated in this period${share}. ` +
    'Conversations that came in before the signal was created, have no text, or are still waiting are not counted.';
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className="numbers">
        {formatNumber(fired)} of{' '}
        <span className="unbroken">{contextSource === 'ALL' ? formatNumber(all) : count(all, noun)}</span>
        {contextSource === 'ALL' && <span className="visually-hidden"> {noun}s</span>}
      </span>
    </Tooltip>
  );
}
