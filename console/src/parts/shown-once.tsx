import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import styles from './shown-once.module.css';

interface Props {
  secret: string;
  /** Names the secret on the button: "Copy key". */
  copyLabel: string;
  /** Says what to do with it, and that it is not shown again. */
  children: ReactNode;
  onClose: () => void;
}

/** The content of a dialog that shows a secret for the only time. */
export function ShownOnce({ secret, copyLabel, children, onClose }: Props) {
  return (
    <div className={styles.once}>
      <p>{children}</p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label={copyLabel} />
      </div>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
