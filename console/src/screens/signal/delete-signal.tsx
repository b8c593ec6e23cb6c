import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import { ConfirmDialog, count, toast } from '../../parts/index.ts';
import { executionsQuery, type Signal } from '../signals/queries.ts';

/** Deletes a signal once it is said what goes with it. */
export function DeleteSignal({ signal: { id, signalName, enabled } }: { signal: Signal }) {
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery({ ...executionsQuery(id, { page: 1, size: 1 }), enabled: isAsked });
  const navigate = useNavigate();
  const remove = async () => {
    await unwrap(api.DELETE('/admin/v1/signals/{id}', { params: { path: { id } } }));
    // A draft of what is deleted is no loss.
    await navigate({ to: '/signals', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: ['signals', id] });
    await queryClient.invalidateQueries({ queryKey: ['signals'] });
    toast.good(`“${signalName}” is deleted.`);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={`Delete “${signalName}”?`}
        confirmLabel="Delete the signal"
        danger
        onConfirm={remove}
      >
        {data?.total === 0
          ? 'It judges nothing any more. It has found nothing so far.'
          : `It judges nothing any more, and its ${data ? count(data.total, 'execution') : 'executions'} are shown no more.`}{' '}
        This cannot be undone.
        {enabled && data?.total !== 0 && ' To keep what it found, disable it instead.'}
      </ConfirmDialog>
    </>
  );
}
