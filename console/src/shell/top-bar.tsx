import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconSearch } from '../icons/tabler.ts';
import styles from './bars.module.css';
import { Brand } from './brand.tsx';

/** The bar over a narrow window. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className={styles.top}>
      <Link to="/" className={styles.home} aria-label="Parley, home">
        <Brand />
      </Link>
      <ActionIcon aria-label="Search" size={40} onClick={onSearch}>
        <IconSearch size={20} />
      </ActionIcon>
    </header>
  );
}
