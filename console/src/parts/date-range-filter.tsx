import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { RANGE_NAMES, RANGES, type Range, type RangeSearch } from './date-range.ts';
import styles from './filter-bar.module.css';

const OWN = 'own';
const CHOICES = [
  ...RANGES.map((value) => ({ value, label: RANGE_NAMES[value] })),
  { value: OWN, label: 'Custom range' },
];

interface Props {
  label?: string;
  /** The screen's search: its `range`, `from` and `to`. */
  value: RangeSearch;
  /** The preset that applies when the URL names none. */
  preset?: Range;
  /** The change for the URL. */
  onChange: (change: RangeSearch) => void;
}

/** Chooses a range of days: a preset, or two dates. `windowOf` turns the same search into the parameters of the API. */
export function DateRangeFilter({ label = 'Date', value, preset = 'all', onChange }: Props) {
  const isOwnInUrl = value.range === undefined && (value.from !== undefined || value.to !== undefined);
  const [wantsOwn, setWantsOwn] = useState(false);
  const isOwn = isOwnInUrl || (wantsOwn && value.range === undefined);
  const choose = (choice: string | null) => {
    setWantsOwn(choice === OWN);
    if (choice === OWN) onChange({ range: undefined });
    else
      onChange({ range: choice === preset ? undefined : (choice as Range), from: undefined, to: undefined });
  };
  return (
    <>
      <Select
        className={styles.filter}
        label={label}
        data={CHOICES}
        value={isOwn ? OWN : (value.range ?? preset)}
        allowDeselect={false}
        onChange={choose}
      />
      {isOwn && (
        <div className={styles.days}>
          <TextInput
            type="date"
            label="From"
            value={value.from ?? ''}
            max={value.to}
            onChange={(event) => onChange({ from: event.currentTarget.value || undefined, range: undefined })}
          />
          <TextInput
            type="date"
            label="To"
            value={value.to ?? ''}
            min={value.from}
            onChange={(event) => onChange({ to: event.currentTarget.value || undefined, range: undefined })}
          />
        </div>
      )}
    </>
  );
}
