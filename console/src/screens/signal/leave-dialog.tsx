import { Button, Group, Modal } from '@mantine/core';
import { type Editing, useLeaveGuard } from './use-draft.ts';

/** Asks before an unsaved draft is left. */
export function LeaveDialog({ stashKey, editing }: { stashKey: string; editing: Editing }) {
  const blocker = useLeaveGuard(stashKey, editing);
  const isAsked = blocker.status === 'blocked';
  return (
    <Modal opened={isAsked} onClose={() => blocker.reset?.()} title="Leave without saving?">
      <p className="muted">Your changes to this signal will be lost.</p>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" color="red" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
      </Group>
    </Modal>
  );
}
