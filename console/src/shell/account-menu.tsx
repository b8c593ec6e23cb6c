import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook as IconDocs, IconKeyboard, IconLogout, IconSelector as IconMore } from '../icons/tabler.ts';
import { formatTime } from '../parts/format.ts';
import { Avatar } from '../parts/person.tsx';
import styles from './account-menu.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';
import { useSession, useSignOut } from './session.ts';

/** Shows the organization and key, the appearance switch and sign-out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { organization, keyName, scopes, expiresAt } = useSession();
  const signOut = useSignOut();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      position="top-start"
      width={268}
      shadow="md"
      radius="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton className={styles.account} onClick={toggle}>
          <Avatar person={{ name: organization.name }} size={30} />
          <span className={styles.words}>
            <span className={styles.name}>{organization.name}</span>
            <span className={styles.key}>{keyName}</span>
          </span>
          <IconMore size={16} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label="Account">
        <div className={styles.facts}>
          <div className={styles.scopes}>Scopes: {scopes.join(', ')}</div>
          <div>Signed in until {formatTime(expiresAt, 'short')}</div>
        </div>
        <SchemeSwitch />
        <UnstyledButton
          className={styles.item}
          onClick={() => {
            close();
            onHelp();
          }}
        >
          <IconKeyboard size={17} aria-hidden="true" /> Keyboard shortcuts
        </UnstyledButton>
        <a className={styles.item} href="/docs" target="_blank" rel="noreferrer">
          <IconDocs size={17} aria-hidden="true" /> API reference
        </a>
        <UnstyledButton className={styles.item} onClick={() => signOut.mutate()}>
          <IconLogout size={17} aria-hidden="true" /> Sign out
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  );
}
