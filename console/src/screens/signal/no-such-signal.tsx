import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState, PageHeader } from '../../parts/index.ts';

/** Shown for an ID that belongs to no signal. */
export function NoSuchSignal() {
  return (
    <>
      <PageHeader title="Signal" above={<Link to="/signals">Signals</Link>} />
      <EmptyState
        title="Signal not found"
        action={
          <Button component={Link} to="/signals">
            View all signals
          </Button>
        }
      >
        It may have been deleted, or the link may be incomplete.
      </EmptyState>
    </>
  );
}
