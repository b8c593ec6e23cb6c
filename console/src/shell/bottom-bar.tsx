import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconMenu2 as IconMore } from '../icons/tabler.ts';
import styles from './bars.module.css';
import { allowed, BOTTOM_BAR } from './navigation.ts';
import { NavigationLinks } from './navigation-links.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { useSession, useSignOut } from './session.ts';

/** The navigation of a narrow window: the main places under the thumb, all others in a drawer. */
export function BottomBar() {
  const { organization, keyName, scopes } = useSession();
  const [isOpen, { open, close }] = useDisclosure(false);
  const signOut = useSignOut();
  return (
    <nav className={styles.bottom} aria-label="Main screens">
      {allowed(BOTTOM_BAR, scopes).map(({ to, label, icon: PlaceIcon }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          activeOptions={{ exact: to === '/', includeSearch: false }}
        >
          <PlaceIcon size={22} stroke={1.6} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <button type="button" className={styles.tab} onClick={open} aria-expanded={isOpen}>
        <IconMore size={22} stroke={1.6} aria-hidden="true" />
        More
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        radius="lg"
        size="auto"
        title={organization.name}
        classNames={{ title: styles.drawerTitle, content: styles.drawer }}
      >
        <p className="muted">Signed in with the key “{keyName}”.</p>
        <div className={styles.drawerPlaces}>
          <NavigationLinks onFollow={close} />
        </div>
        <SchemeSwitch />
        <Button variant="default" fullWidth onClick={() => signOut.mutate()} loading={signOut.isPending}>
          Sign out
        </Button>
      </Drawer>
    </nav>
  );
}
