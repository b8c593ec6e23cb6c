import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { PageHeader } from '../parts/page-header.tsx';
import { EmptyState } from '../parts/page-state.tsx';
import styles from './shell.module.css';

/** The page for an unknown address. */
export function UnknownPage() {
  const router = useRouter();
  return (
    <main className={styles.main}>
      <PageHeader title="Page not found" />
      <EmptyState
        title="There is nothing at this address"
        action={<Button onClick={() => void router.navigate({ to: '/' })}>Go to Home</Button>}
      >
        The link may be out of date or mistyped.
      </EmptyState>
    </main>
  );
}
