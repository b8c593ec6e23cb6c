import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState, PageHeader } from '../../parts/index.ts';

/** The id is nobody's, or no longer anybody's. */
export function NoSuchSignal() {
  return (
    <>
      <PageHeader title="Signal" above={<Link to="/signals">Signals</Link>} />
      <EmptyState
        title="There is no such signal"
        action={
          <Button component={Link} to="/signals">
            All signals
          </Button>
        }
      >
        It was deleted, or the address is not whole.
      </EmptyState>
    </>
  );
}
