import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import dialog from '../../parts/dialog-form.module.css';
import { type Webhook, webhookQuery } from '../webhooks/queries.ts';
import { WebhookKey } from '../webhooks/webhook-key.tsx';

/** Gives a webhook a new key after asking, and shows it. */
export function RotateKey({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const id = Number(webhook.id);
  const noun = webhook.signing === 'hmac' ? 'secret' : 'key';
  const rotate = useMutation({
    mutationFn: () => unwrap(api.POST('/admin/v1/webhooks/{id}/rotate', { params: { path: { id } } })),
    onSuccess: ({ secret: _, ...shown }) => queryClient.setQueryData(webhookQuery(id).queryKey, shown),
  });
  return (
    <Modal
      opened
      size={rotate.data ? 'lg' : 'md'}
      classNames={{ title: dialog.title }}
      title={rotate.data ? `New ${noun} created` : `Rotate the ${noun}?`}
      // A click beside the dialog must not discard the secret, which is shown only once.
      closeOnClickOutside={!rotate.data}
      onClose={onClose}
    >
      {rotate.data ? (
        <WebhookKey webhook={rotate.data} onClose={onClose} />
      ) : (
        <div className={dialog.form}>
          <p className="muted">
            The webhook gets a new {noun}. For 24 hours each message is signed with the previous one as well,
            so that you can change the receiver in the meantime.
          </p>
          {rotate.error && (
            <p className={dialog.error} role="alert">
              {messageOf(rotate.error)}
            </p>
          )}
          <div className={dialog.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button data-autofocus loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate {noun}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
