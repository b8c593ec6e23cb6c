import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, messageOf, unwrap } from '../../api.ts';
import dialog from '../../parts/dialog-form.module.css';
import { toast } from '../../parts/index.ts';
import { type WebhookWithSecret, webhooksQuery } from './queries.ts';
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx';
import { WebhookKey } from './webhook-key.tsx';
import { nameOfWebhook } from './words.ts';

/** Creates a webhook, shows its key, and leads to it. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = async ({ id }: WebhookWithSecret) => {
    onClose();
    await navigate({ to: '/webhooks/$id', params: { id } });
  };
  const create = useMutation({
    mutationFn: (body: WebhookDraft) => unwrap(api.POST('/admin/v1/webhooks', { body })),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      if (made.format === 'standard') return;
      toast.good(`Webhook “${nameOfWebhook(made)}” created.`);
      await open(made);
    },
  });
  // Slack verifies no signatures, so its secret is of no use to anybody.
  const made = create.data?.format === 'standard' ? create.data : undefined;
  return (
    <Modal
      opened
      size="lg"
      classNames={{ title: dialog.title }}
      title={made ? `Webhook “${nameOfWebhook(made)}” created` : 'Create webhook'}
      // A click beside the dialog must not discard the secret, which is shown only once.
      closeOnClickOutside={!made}
      onClose={made ? () => void open(made) : onClose}
    >
      {made ? (
        <WebhookKey webhook={made} onClose={() => void open(made)} />
      ) : (
        <WebhookForm
          isBusy={create.isPending}
          error={create.error ? messageOf(create.error) : undefined}
          onClose={onClose}
          onSubmit={(draft) => create.mutate(draft)}
        />
      )}
    </Modal>
  );
}
