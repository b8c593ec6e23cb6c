import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import { IconRefresh as IconReplay } from '../../icons/tabler.ts';
import { ConfirmDialog, TimeText, toast } from '../../parts/index.ts';
import { type Webhook, webhookQuery } from '../webhooks/queries.ts';
import { type Delivery, deliveriesKey } from './queries.ts';
import styles from './webhook.module.css';

/** Sets the webhook back to the change of a delivery, after asking. A test has no place in the changes. */
export function ReplayFrom({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const { replayAfter: after } = delivery;
  if (after === undefined) return null;
  const id = Number(webhook.id);
  const replay = async () => {
    const params = { path: { id } };
    const changed = await unwrap(api.POST('/admin/v1/webhooks/{id}/replay', { params, body: { after } }));
    queryClient.setQueryData(webhookQuery(id).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: deliveriesKey(id) });
    toast.good(
      changed.enabled
        ? 'The changes are being sent again.'
        : 'The changes will be sent again when the webhook is enabled.',
    );
  };
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconReplay size={14} />}
        onClick={() => setOpen(true)}
      >
        Replay from here
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Replay from this change?"
        confirmLabel="Replay"
        onConfirm={replay}
      >
        <span className={styles.event}>{delivery.type}</span> of <TimeText at={delivery.at} /> and all later
        changes will be sent again, with the data of now. Each message keeps its <code>webhook-id</code>, so
        that the receiver can recognize what it has already processed.
      </ConfirmDialog>
    </div>
  );
}
