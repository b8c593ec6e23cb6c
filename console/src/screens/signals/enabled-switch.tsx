import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, unwrap } from '../../api.ts';
import { Status, toast } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { type SignalItem, signalQuery, signalsQuery } from './queries.ts';

interface Props {
  signal: Pick<SignalItem, 'id' | 'signalName' | 'enabled'>;
  /** With the word beside it. */
  isLabelled?: boolean;
}

/** Enables and disables a signal at once. Keys without `admin` only see its state. */
export function EnabledSwitch({ signal, isLabelled }: Props) {
  const { id, signalName, enabled } = signal;
  const mayWrite = useCan('admin');
  const change = useEnable(id, signalName);
  if (!mayWrite) {
    return <Status tone={enabled ? 'good' : 'plain'}>{enabled ? 'Enabled' : 'Disabled'}</Status>;
  }
  const shown = change.isPending ? change.variables : enabled;
  return (
    <Switch
      checked={shown}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
      label={isLabelled ? (shown ? 'Enabled' : 'Disabled') : undefined}
      aria-label={`${signalName}: enabled`}
      size="sm"
    />
  );
}

function useEnable(id: number, signalName: string) {
  return useMutation({
    mutationFn: (enabled: boolean) =>
      unwrap(api.PATCH('/admin/v1/signals/{id}', { params: { path: { id } }, body: { enabled } })),
    onSuccess: async (signal) => {
      queryClient.setQueryData(signalQuery(id).queryKey, signal);
      toast.good(
        signal.enabled
          ? `“${signalName}” enabled. It evaluates conversations that come in from now on.`
          : `“${signalName}” disabled. Its matches are kept.`,
      );
      await queryClient.invalidateQueries({ queryKey: signalsQuery.queryKey });
    },
    onError: toast.bad,
  });
}
