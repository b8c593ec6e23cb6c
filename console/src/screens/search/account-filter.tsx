import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, unwrap } from '../../api.ts';
import { MAX_SEARCH_CHARACTERS } from '../../parts/index.ts';
import styles from './search.module.css';

const TYPING_PAUSE_MS = 150;
const MAX_CHOICES = 25;

interface Props {
  /** The CRM ID of the account. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const accountsOf = async (search: string, signal: AbortSignal) => {
  const wanted = search.slice(0, MAX_SEARCH_CHARACTERS);
  const query = { order: 'recent' as const, pageSize: MAX_CHOICES, ...(wanted ? { search: wanted } : {}) };
  return (await unwrap(api.GET('/v1/accounts', { params: { query }, signal }))).accounts;
};

/** Filters by an account, among those that conversations are linked to; every key that may search may list them. */
export function AccountFilter({ value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const named = useQuery({
    queryKey: ['accounts', 'name', value],
    queryFn: async ({ signal }) =>
      (await accountsOf(value ?? '', signal)).find(({ id }) => id === value)?.name ?? null,
    enabled: value !== undefined,
  });
  const chosen = value === undefined ? undefined : { value, label: named.data ?? value };
  const label = chosen?.label ?? '';
  // The name of what the URL chose may arrive after its ID was shown.
  useEffect(() => {
    if (!isOpen) setTyped(label);
  }, [label, isOpen]);
  // The input shows the chosen name, which is no search of its own.
  const search = settled === label ? '' : settled;
  const found = useQuery({
    queryKey: ['accounts', 'choices', search],
    queryFn: ({ signal }) => accountsOf(search, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const choices = (found.data ?? []).map(({ id, name }) => ({ value: id, label: name ?? id }));
  if (chosen && !choices.some((one) => one.value === value)) choices.unshift(chosen);
  return (
    <Select
      className={styles.filter}
      label="Account"
      placeholder="Any"
      data={choices}
      filter={({ options }) => options}
      value={value ?? null}
      searchable
      clearable
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage="No matching account"
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
