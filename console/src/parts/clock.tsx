import { SegmentedControl } from '@mantine/core';

/** The clocks by which matches are counted: when the conversation took place, or when it was evaluated. */
export const CLOCKS = ['call', 'judged'] as const;
export type Clock = (typeof CLOCKS)[number];

const CHOICES = [
  { value: 'call', label: 'By conversation' },
  { value: 'judged', label: 'By evaluation' },
];

interface Props {
  value: Clock;
  onChange: (clock: Clock) => void;
}

/** Chooses the clock by which matches are counted. */
export function ClockSwitch({ value, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Count matches by date of"
      data={CHOICES}
      value={value}
      onChange={(next) => onChange(next as Clock)}
    />
  );
}
