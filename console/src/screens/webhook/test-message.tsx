import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import { IconSend } from '../../icons/tabler.ts';
import { LoadingState } from '../../parts/index.ts';
import { Answer, Outcome } from './answer.tsx';
import { deliveriesKey } from './queries.ts';
import styles from './webhook.module.css';

/** Sends one test message and shows how the receiver answered. */
export function SendTest({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const test = useMutation({
    mutationFn: () => unwrap(api.POST('/admin/v1/webhooks/{id}/test', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(id) }),
  });
  const send = () => {
    setOpen(true);
    test.mutate();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} />} onClick={send}>
        Send a test
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Test message"
        classNames={{ title: styles.dialogTitle }}
      >
        <div className={styles.stack} aria-live="polite">
          {test.isPending && <LoadingState lines={2} />}
          {!test.isPending && test.error && (
            <p className={styles.error} role="alert">
              {messageOf(test.error)}
            </p>
          )}
          {!test.isPending && test.data && (
            <>
              <Outcome delivery={test.data} />
              <Answer delivery={test.data} />
            </>
          )}
          <div className={styles.buttons}>
            <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              Send again
            </Button>
            <Button data-autofocus onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
