import { Autocomplete } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchApi } from '../../parts/index.ts';
import styles from './search.module.css';

interface Props {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Filters by a speaker, by the whole name or the address: both are suggested. Enter and leaving the field apply it. */
export function SpeakerFilter({ value = '', onChange }: Props) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const found = useSearchApi(typed === value ? '' : typed);
  const people = typed.trim() === '' ? [] : (found.data?.people ?? []);
  const apply = (next: string) => {
    if (next.trim() !== value) onChange(next.trim() || undefined);
  };
  return (
    <Autocomplete
      className={styles.filter}
      label="Speaker"
      placeholder="Name or e-mail"
      size="sm"
      maxLength={320}
      clearable
      value={typed}
      data={[...new Set(people.map(({ name, email }) => name ?? email))]}
      filter={({ options }) => options}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      onChange={(next) => {
        setTyped(next);
        if (next === '') apply('');
      }}
      onOptionSubmit={apply}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(typed);
      }}
    />
  );
}
