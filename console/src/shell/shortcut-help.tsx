import { Kbd, Modal } from '@mantine/core';
import { allowed, GROUPS } from './navigation.ts';
import { useSession } from './session.ts';
import styles from './shortcut-help.module.css';

/** All keys, by `?`. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { scopes } = useSession();
  const places = allowed(
    GROUPS.flatMap((group) => group.places),
    scopes,
  );
  const lines = [
    { keys: ['/'], what: 'Search meetings and people' },
    ...places.map(({ key, label }) => ({ keys: ['g', key], what: label })),
    { keys: ['Space'], what: 'In a meeting: play and pause' },
    { keys: ['←', '→'], what: 'In a meeting: 10 seconds back and on' },
    { keys: ['n', 'p'], what: 'In a meeting: next and previous quote' },
    { keys: ['?'], what: 'These shortcuts' },
    { keys: ['Esc'], what: 'Close what is open' },
  ];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.keys}>
        {lines.map(({ keys, what }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
