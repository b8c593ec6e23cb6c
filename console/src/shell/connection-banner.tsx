import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { probeNow, useConnection } from '../connection.ts';
import styles from './connection-banner.module.css';

/** Says that the API is away and when it is asked again; goes by itself when it is back. */
export function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div role="status" aria-live="polite">
      {connection.state === 'away' && (
        <div className={styles.banner}>
          <span>
            <strong>Parley does not answer.</strong> What is shown may be old.{' '}
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
  return <span aria-hidden="true">{seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying …'}</span>;
}
