import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../parts/index.ts';
import { changeWebhook, type Webhook } from './queries.ts';
import { nameOfWebhook } from './words.ts';

interface Props {
  webhook: Webhook;
  /** With the word beside it. */
  isLabelled?: boolean;
}

/** Enables and disables a webhook at once. */
export function WebhookSwitch({ webhook, isLabelled }: Props) {
  const { id, enabled } = webhook;
  const name = nameOfWebhook(webhook);
  const change = useMutation({
    mutationFn: (next: boolean) => changeWebhook(Number(id), { enabled: next }),
    onSuccess: (changed) =>
      toast.good(
        changed.enabled
          ? `“${name}” enabled. It continues where it stopped.`
          : `“${name}” disabled. It keeps its place in the changes.`,
      ),
    onError: toast.bad,
  });
  const shown = change.isPending ? change.variables : enabled;
  return (
    <Switch
      checked={shown}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
      label={isLabelled ? (shown ? 'Enabled' : 'Disabled') : undefined}
      aria-label={`${name}: enabled`}
      size="sm"
    />
  );
}
