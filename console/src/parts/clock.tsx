import { SegmentedControl } from '@mantine/core';

/** Which time counts: that of the conversation, or that of judging it. */
export const CLOCKS = ['call', 'judged'] as const;
export type Clock = (typeof CLOCKS)[number];

const CHOICES = [
  { value: 'call', label: 'By call' },
  { value: 'judged', label: 'By judging' },
];

interface Props {
  value: Clock;
  onChange: (clock: Clock) => void;
}

/** Chooses the clock by which executions are counted. */
export function ClockSwitch({ value, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Day that counts"
      data={CHOICES}
      value={value}
      onChange={(next) => onChange(next as Clock)}
    />
  );
}
