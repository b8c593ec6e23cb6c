import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../../api.ts';
import { ConfirmDialog, toast } from '../../../parts/index.ts';
import { useSession } from '../../../shell/session.ts';
import type { Key } from './queries.ts';

/** Revokes a key after asking; nothing for one that is revoked already. */
export function RevokeKey({ apiKey: { id, name, revokedAt } }: { apiKey: Key }) {
  const [isOpen, setOpen] = useState(false);
  const isOwn = useSession().keyId === id;
  const client = useQueryClient();
  const navigate = useNavigate();
  if (revokedAt !== undefined) return null;
  const revoke = async () => {
    await unwrap(api.DELETE('/admin/v1/keys/{id}', { params: { path: { id } } }));
    toast.good(`The key “${name}” is revoked.`);
    if (isOwn) {
      // The session has ended with its key.
      await navigate({ to: '/sign-in' });
      client.clear();
      return;
    }
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Revoke “${name}”?`}
        confirmLabel="Revoke the key"
        danger
        typeToConfirm={isOwn ? name : undefined}
        onConfirm={revoke}
      >
        {isOwn
          ? 'This is the key that you are signed in with: you will be signed out, and need another key to come back. '
          : 'Whatever uses it stops working within a second. '}
        This cannot be undone; a new key can be made at any time.
      </ConfirmDialog>
    </>
  );
}
