import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import { IconSend } from '../../icons/tabler.ts';
import dialog from '../../parts/dialog-form.module.css';
import { LoadingState } from '../../parts/index.ts';
import { Answer, Outcome } from './answer.tsx';
import { deliveriesKey } from './queries.ts';

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
        classNames={{ title: dialog.title }}
      >
        <div className={dialog.form} aria-live="polite">
          {test.isPending && <LoadingState lines={2} />}
          {!test.isPending && test.error && (
            <p className={dialog.error} role="alert">
              {messageOf(test.error)}
            </p>
          )}
          {!test.isPending && test.data && (
            <>
              <Outcome delivery={test.data} />
              <Answer delivery={test.data} />
            </>
          )}
          <div className={dialog.buttons}>
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
