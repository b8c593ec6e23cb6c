import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { probeNow, useConnection } from '../connection.ts';
import styles from './connection-banner.module.css';

/** Says that the API is not responding and when the next attempt is due; disappears once the API responds. */
export function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div role="status" aria-live="polite">
      {connection.state === 'away' && (
        <div className={styles.banner}>
          <span>
            <strong>Parley is not responding.</strong> The data shown may be out of date.{' '}
            <Countdown to={connection.nextTryMs} />
          </span>
          <Button size="compact-sm" variant="default" onClick={() => void probeNow()}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

function Countdown({ to }: { to: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((to - nowMs) / 1000);
  return <span aria-hidden="true">{seconds > 0 ? `Retrying in ${seconds} s.` : 'Retrying …'}</span>;
}
