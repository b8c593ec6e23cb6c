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
    { keys: ['Ctrl', 'K'], what: 'Search everything; ⌘ K on a Mac' },
    { keys: ['/'], what: 'Search, in the field of the screen if it has one' },
    ...places.map(({ key, label }) => ({ keys: ['g', key], what: `Go to ${label}` })),
    { keys: ['Space'], what: 'In a meeting: play or pause' },
    { keys: ['←', '→'], what: 'In a meeting: skip back or forward 10 seconds' },
    { keys: ['n', 'p'], what: 'In a meeting: next or previous quote' },
    { keys: ['y', 'n', 's', 'u'], what: 'While labelling: right, wrong, skip, undo' },
    { keys: ['?'], what: 'Show these shortcuts' },
    { keys: ['Esc'], what: 'Close a dialog or menu' },
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
