import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../parts/page-state.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

/** The page for a screen that cannot be shown: the API does not respond at the first load, or the console has a defect. */
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
