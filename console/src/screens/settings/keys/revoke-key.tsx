import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, unwrap } from '../../../api.ts';
import dialog from '../../../parts/dialog-form.module.css';
import { ConfirmDialog, count, toast } from '../../../parts/index.ts';
import { useSession } from '../../../shell/session.ts';
import type { Key } from './queries.ts';

/** Revokes a key after asking, optionally with the keys that it created; for a revoked key, only those. */
export function RevokeKey({ apiKey }: { apiKey: Key }) {
  const { id, name, revokedAt, heirs } = apiKey;
  const [isOpen, setOpen] = useState(false);
  const [isCascading, setCascading] = useState(false);
  const { keyId } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isRevoked = revokedAt !== undefined;
  if (isRevoked && heirs.length === 0) return null;
  const cascade = isRevoked || (isCascading && heirs.length > 0);
  const isOwn = (!isRevoked && keyId === id) || (cascade && heirs.some((heir) => heir.id === keyId));
  const revoke = async () => {
    const params = { path: { id }, ...(cascade ? { query: { cascade } } : {}) };
    await unwrap(api.DELETE('/admin/v1/keys/{id}', { params }));
    toast.good(doneWords(apiKey, cascade));
    if (isOwn) {
      // The session has ended with its key.
      await navigate({ to: '/sign-in' });
      client.clear();
      return;
    }
    await client.invalidateQueries({ queryKey: ['keys'] });
  };
  const close = () => {
    setCascading(false);
    setOpen(false);
  };
  const label = isRevoked ? `Revoke keys created by ${name}` : `Revoke ${name}`;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={label} onClick={() => setOpen(true)}>
        {isRevoked ? 'Revoke its keys' : 'Revoke'}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={isRevoked ? `Revoke the keys created by “${name}”?` : `Revoke “${name}”?`}
        confirmLabel={isRevoked ? `Revoke ${count(heirs.length, 'key')}` : 'Revoke key'}
        danger
        typeToConfirm={isOwn ? name : undefined}
        onConfirm={revoke}
      >
        <div className={dialog.form}>
          <p>
            {isOwn
              ? 'This revokes the key that you are signed in with. You will be signed out and need another key to sign in. '
              : 'Systems that use this key lose access within a second. '}
            This cannot be undone.
          </p>
          <Heirs apiKey={apiKey} isCascading={isCascading} onChange={setCascading} />
        </div>
      </ConfirmDialog>
    </>
  );
}

function doneWords({ name, revokedAt, heirs }: Key, cascade: boolean): string {
  const made = count(heirs.length, 'key');
  if (revokedAt !== undefined) return `${made} created by “${name}” revoked.`;
  return cascade ? `Key “${name}” and ${made} that it created revoked.` : `Key “${name}” revoked.`;
}

interface HeirsProps {
  apiKey: Key;
  isCascading: boolean;
  onChange: (isCascading: boolean) => void;
}

/** Lists the keys that the key created, and lets the user revoke them as well. */
function Heirs({ apiKey: { heirs, revokedAt }, isCascading, onChange }: HeirsProps) {
  if (heirs.length === 0) return null;
  const names = namesOf(heirs);
  if (revokedAt !== undefined) return <p>Keys: {names}.</p>;
  return (
    <Checkbox
      label={`Also revoke ${heirs.length === 1 ? 'the key' : `the ${heirs.length} keys`} that it created`}
      description={`If you do not select this, these keys stay active: ${names}`}
      checked={isCascading}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

const SHOWN_NAMES = 5;

function namesOf(keys: readonly { name: string }[]): string {
  const names = keys.slice(0, SHOWN_NAMES).map(({ name }) => `“${name}”`);
  const rest = keys.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
