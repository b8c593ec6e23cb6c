import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { IconSearch } from '../../icons/tabler.ts';
import { SEARCH_FIELD } from '../../shell/shortcuts.ts';
import styles from './search.module.css';
import type { SearchSearch } from './search.ts';

/** The field of the results. Each search is an entry of the browser's history, with the filters that are set. */
export function SearchForm({ search }: { search: SearchSearch }) {
  const { q = '' } = search;
  const [typed, setTyped] = useState(q);
  const navigate = useNavigate();
  useEffect(() => setTyped(q), [q]);
  return (
    <search>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const next = { ...search, q: typed.trim() || undefined, after: undefined, page: undefined };
          void navigate({ to: '/search', search: next });
        }}
      >
        <TextInput
          className={styles.field}
          type="search"
          size="md"
          aria-label="Search"
          placeholder="Words, or an “exact phrase” in quotes"
          leftSection={<IconSearch size={17} />}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          {...{ [SEARCH_FIELD]: '' }}
        />
        <Button type="submit" size="md">
          Search
        </Button>
      </form>
    </search>
  );
}
