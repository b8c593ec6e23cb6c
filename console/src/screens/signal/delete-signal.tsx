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
    toast.good(`“${signalName}” deleted.`);
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
        confirmLabel="Delete signal"
        danger
        onConfirm={remove}
      >
        {data?.total === 0
          ? 'The signal stops evaluating conversations. It has no matches yet.'
          : `The signal stops evaluating conversations, and its ${data ? count(data.total, 'match', 'matches') : 'matches'} will no longer be shown.`}{' '}
        This cannot be undone.
        {enabled && data?.total !== 0 && ' To keep its matches, disable the signal instead.'}
      </ConfirmDialog>
    </>
  );
}
