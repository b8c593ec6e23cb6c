import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import { IconDots as IconMore, IconRefresh as IconRotate, IconTrash } from '../../icons/tabler.ts';
import dialog from '../../parts/dialog-form.module.css';
import { ConfirmDialog, toast } from '../../parts/index.ts';
import { changeWebhook, type Webhook, webhooksQuery } from '../webhooks/queries.ts';
import { type WebhookDraft, WebhookForm } from '../webhooks/webhook-form.tsx';
import { nameOfWebhook } from '../webhooks/words.ts';
import { RotateKey } from './rotate-key.tsx';

/** The actions on a webhook, except for sending a test and switching it on or off. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconMore size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => setOpen('rotate')}>
            {webhook.signing === 'hmac' ? 'Rotate secret' : 'Rotate key'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('delete')}>
            Delete webhook
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateKey webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

interface Props {
  webhook: Webhook;
  onClose: () => void;
}

function EditWebhook({ webhook, onClose }: Props) {
  const save = useMutation({
    mutationFn: ({ signing: _, ...changes }: WebhookDraft) => changeWebhook(Number(webhook.id), changes),
    onSuccess: () => {
      toast.good('Webhook saved.');
      onClose();
    },
  });
  return (
    <Modal opened size="lg" onClose={onClose} title="Edit webhook" classNames={{ title: dialog.title }}>
      <WebhookForm
        webhook={webhook}
        isBusy={save.isPending}
        error={save.error ? messageOf(save.error) : undefined}
        onClose={onClose}
        onSubmit={(draft) => save.mutate(draft)}
      />
    </Modal>
  );
}

function DeleteWebhook({ webhook, onClose }: Props) {
  const id = Number(webhook.id);
  const name = nameOfWebhook(webhook);
  const navigate = useNavigate();
  const remove = async () => {
    await unwrap(api.DELETE('/admin/v1/webhooks/{id}', { params: { path: { id } } }));
    await navigate({ to: '/webhooks' });
    queryClient.removeQueries({ queryKey: ['webhooks', id] });
    await queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
    toast.good(`Webhook “${name}” deleted.`);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${name}”?`}
      confirmLabel="Delete webhook"
      danger
      onConfirm={remove}
    >
      Nothing is sent to it any more, and its keys and its deliveries are deleted. This cannot be undone. To
      keep its place in the changes, disable it instead.
    </ConfirmDialog>
  );
}
