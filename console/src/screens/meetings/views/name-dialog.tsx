import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api.ts';

const MAX_NAME = 80;

interface Props {
  title: string;
  /** The verb: "Save view". */
  confirmLabel: string;
  /** The name so far. */
  name?: string;
  onClose: () => void;
  /** The dialog stays, with the reason, if it fails. */
  onSubmit: (name: string) => Promise<unknown>;
}

/** Asks for the name of a view. */
export function NameDialog({ title, confirmLabel, name = '', onClose, onSubmit }: Props) {
  const [typed, setTyped] = useState(name);
  const save = useMutation({ mutationFn: () => onSubmit(typed.trim()), onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          required
          withAsterisk={false}
          maxLength={MAX_NAME}
          autoComplete="off"
          value={typed}
          error={save.error && messageOf(save.error)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            save.reset();
          }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={typed.trim() === ''}>
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
