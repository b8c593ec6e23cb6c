import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../api.ts';
import { IconTrash as IconDelete } from '../../icons/tabler.ts';
import { ConfirmDialog, toast } from '../../parts/index.ts';
import type { Email } from '../../shapes.ts';
import { subjectOf } from '../emails/queries.ts';

/** Deletes the e-mail after asking, and goes back to the list. */
export function DeleteEmail({ email }: { email: Email }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = async () => {
    await unwrap(api.DELETE('/v1/emails/{id}', { params: { path: { id: email.id } } }));
    toast.good('E-mail deleted.');
    await navigate({ to: '/emails' });
    client.removeQueries({ queryKey: ['email', email.id] });
    void client.invalidateQueries();
  };
  return (
    <>
      <Button
        variant="default"
        color="red"
        leftSection={<IconDelete size={16} />}
        onClick={() => setOpen(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Delete this e-mail?"
        confirmLabel="Delete e-mail"
        danger
        onConfirm={remove}
      >
        “{subjectOf(email)}” and the matches found in it will be deleted. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
