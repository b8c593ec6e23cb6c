import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../api.ts';
import styles from './confirm-dialog.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** A question: "Delete this meeting?" */
  title: string;
  /** Says what will happen and whether it can be undone. */
  children: ReactNode;
  /** The verb: "Delete the meeting". */
  confirmLabel: string;
  /** Marks an action that cannot be undone. */
  danger?: boolean;
  /** Text that has to be typed before the action is enabled, for the most serious actions. */
  typeToConfirm?: string;
  /** The dialog stays, busy, until it is done; a failure is shown in it. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something is done; does it, and closes. */
export function ConfirmDialog(props: Props) {
  const { opened, onClose, title, children, confirmLabel, danger, typeToConfirm, onConfirm } = props;
  const [state, setState] = useState<{ busy?: boolean; error?: string }>({});
  const [typed, setTyped] = useState('');
  const close = () => {
    setState({});
    setTyped('');
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true });
    try {
      await onConfirm();
      close();
    } catch (error) {
      setState({ error: messageOf(error) });
    }
  };
  return (
    <Modal opened={opened} onClose={close} title={title} classNames={{ title: styles.title }}>
      <form onSubmit={submit}>
        <div className={styles.body}>{children}</div>
        {typeToConfirm !== undefined && (
          <TextInput
            mt="md"
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {state.error && (
          <p className={styles.error} role="alert">
            {state.error}
          </p>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            data-autofocus={typeToConfirm === undefined || undefined}
            color={danger ? 'red' : undefined}
            loading={state.busy}
            disabled={typeToConfirm !== undefined && typed !== typeToConfirm}
          >
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
