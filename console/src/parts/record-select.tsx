import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 150;

/** A record that can be chosen, by its id. */
export interface RecordChoice {
  value: string;
  label: string;
}

interface Props {
  label: string;
  /** Text shown when nothing is chosen. */
  placeholder: string;
  className?: string | undefined;
  /** The id of the chosen record. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  /** The name of the chosen record, once it is known. */
  name: string | undefined;
  /** Names the list of records, apart from what is typed. */
  queryKey: readonly unknown[];
  /** Finds records; an empty text finds those that are offered first. */
  find: (search: string, signal: AbortSignal) => Promise<RecordChoice[]>;
  /** Returns a choice that is not in the list for what is typed. */
  choiceOf?: (typed: string) => RecordChoice | undefined;
  nothingFound: string;
}

/** Chooses one of any number of records by typing a part of its name. */
export function RecordSelect(props: Props) {
  const { label, placeholder, className, value, onChange, name, queryKey, find, choiceOf, nothingFound } =
    props;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const chosen = value === undefined ? undefined : { value, label: name ?? value };
  const chosenLabel = chosen?.label ?? '';
  // The name of what the URL chose may arrive after its id was shown.
  useEffect(() => {
    if (!isOpen) setTyped(chosenLabel);
  }, [chosenLabel, isOpen]);
  // The input shows the chosen name, which is no search of its own.
  const search = settled === chosenLabel ? '' : settled;
  const found = useQuery({
    queryKey: [...queryKey, search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const choices = [...(found.data ?? [])];
  const asTyped = choiceOf?.(typed.trim());
  if (asTyped && !choices.some((one) => one.value === asTyped.value)) choices.push(asTyped);
  if (chosen && !choices.some((one) => one.value === value)) choices.unshift(chosen);
  return (
    <Select
      className={className}
      label={label}
      placeholder={placeholder}
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
      nothingFoundMessage={nothingFound}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
