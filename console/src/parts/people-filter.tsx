import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import styles from './filter-bar.module.css';
import { useSearchApi } from './use-search.ts';

interface Props {
  label: string;
  /** Addresses; a conversation must have all of them. */
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}

/** Filters by e-mail addresses, which are suggested while typing a name or address. */
export function PeopleFilter({ label, value = [], onChange }: Props) {
  const [typed, setTyped] = useState('');
  const found = useSearchApi(typed);
  const people = typed.trim() === '' ? [] : (found.data?.people ?? []);
  const names = new Map(people.map(({ email, name }) => [email, name]));
  return (
    <TagsInput
      className={styles.filter}
      label={label}
      placeholder={value.length === 0 ? 'Name or e-mail' : undefined}
      value={[...value]}
      data={people.map(({ email }) => email)}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          {names.get(option.value) ?? option.value}
          {names.get(option.value) && <span className="muted"> {option.value}</span>}
        </span>
      )}
      searchValue={typed}
      onSearchChange={setTyped}
      clearable
      classNames={{ inputField: styles.typing, pill: styles.pill }}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      isDuplicate={(tag, tags) => tags.some((one) => one.toLowerCase() === tag.toLowerCase())}
      onChange={(next) => {
        const addresses = next.filter((one) => one.includes('@'));
        onChange(addresses.length > 0 ? addresses : undefined);
      }}
    />
  );
}
