import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconSearch } from '../icons/tabler.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import styles from './rail.module.css';

/** The column at the side of a wide window: search, the places by group, who is signed in. */
export function Rail({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  return (
    <aside className={styles.rail} aria-label="Parley">
      <Link to="/" className={styles.home} aria-label="Parley, home">
        <Brand />
      </Link>
      <UnstyledButton className={styles.search} onClick={onSearch} aria-keyshortcuts="/ Control+K Meta+K">
        <IconSearch size={16} aria-hidden="true" />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </UnstyledButton>
      <nav aria-label="Screens" className={styles.places}>
        <NavigationLinks />
      </nav>
      <AccountMenu onHelp={onHelp} />
    </aside>
  );
}
