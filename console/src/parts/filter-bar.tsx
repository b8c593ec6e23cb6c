import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { IconAdjustmentsHorizontal as IconFilter, IconSearch } from '../icons/tabler.ts';
import { classes } from './classes.ts';
import styles from './filter-bar.module.css';

const TYPING_PAUSE_MS = 300;

interface BarProps {
  /** The number of active filters, shown beside the button on a phone. */
  active: number;
  /** Clears all filters. */
  onClear: () => void;
  children: ReactNode;
}

/** The filters of a list in one line; on a phone behind a button. Their values live in the URL, see usePatchSearch. */
export function FilterBar({ active, onClear, children }: BarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.bar} aria-label="Filters">
      <div className={styles.toggle}>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{active > 0 ? ` (${active})` : ''}
        </Button>
      </div>
      <div className={classes(styles.filters, isOpen && styles.open)}>
        {children}
        {active > 0 && (
          <Button variant="subtle" color="gray" className={styles.clear} onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

interface Choice {
  value: string;
  label: string;
}

interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  /** Placeholder shown while nothing is chosen: "Any role". */
  any?: string;
  onChange: (value: string | undefined) => void;
}

/** A filter by one of a few values. */
export function SelectFilter({ label, choices, value, any = 'Any', onChange }: SelectProps) {
  return (
    <Select
      className={styles.filter}
      label={label}
      placeholder={any}
      data={[...choices]}
      value={value ?? null}
      clearable
      searchable={choices.length > 8}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface SortProps<Sort extends string> {
  label: string;
  choices: readonly { value: Sort; label: string }[];
  /** Undefined for the usual order, which is the first choice. */
  value: Sort | undefined;
  onChange: (value: Sort | undefined) => void;
}

/** Chooses an order; the usual one is chosen unless another is. */
export function SortSelect<Sort extends string>({ label, choices, value, onChange }: SortProps<Sort>) {
  const usual = choices[0]!.value;
  return (
    <Select
      className={styles.filter}
      label={label}
      data={[...choices]}
      value={value ?? usual}
      allowDeselect={false}
      onChange={(next) => onChange(next === usual ? undefined : ((next as Sort | null) ?? undefined))}
    />
  );
}

interface MultiProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
}

/** A filter by any of several values. */
export function MultiFilter({ label, choices, value = [], any = 'Any', onChange }: MultiProps) {
  return (
    <MultiSelect
      className={styles.filter}
      label={label}
      placeholder={value.length === 0 ? any : undefined}
      data={[...choices]}
      value={[...value]}
      clearable
      searchable
      hidePickedOptions
      classNames={{ inputField: styles.typing, pill: styles.pill }}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  );
}

interface TextProps {
  label: string;
  placeholder?: string;
  value: string | undefined;
  /** Called when typing pauses. */
  onChange: (value: string | undefined) => void;
  maxLength?: number;
}

/** Free text; takes effect when typing pauses. */
export function TextFilter({ label, placeholder, value = '', onChange, maxLength }: TextProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), TYPING_PAUSE_MS);
  return (
    <TextInput
      className={styles.filter}
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={15} />}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
    />
  );
}
