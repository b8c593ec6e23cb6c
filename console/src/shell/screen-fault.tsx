import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../parts/page-state.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

/** A screen that could not be shown at all: the API away at the first load, or a fault of the console's own. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main>
      <ConnectionBanner />
      <h1 className="visually-hidden">Parley</h1>
      <ErrorState error={error} what="this screen" onRetry={retry} />
    </main>
  );
}
