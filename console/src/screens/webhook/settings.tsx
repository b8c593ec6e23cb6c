import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton, formatTime, Panel, TimeText } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { signalsQuery } from '../signals/queries.ts';
import type { Webhook } from '../webhooks/queries.ts';
import { FORMATS, SIGNINGS, sentWords } from '../webhooks/words.ts';
import styles from './webhook.module.css';

/** The settings of a webhook, and what a receiver needs to know. */
export function Settings({ webhook }: { webhook: Webhook }) {
  const { id, format, signing, publicKey, previousKeysUntil, cursor, createdAt } = webhook;
  return (
    <Panel title="Settings" hint={`ID ${id}`}>
      <dl className={styles.settings}>
        <Fact name="Sends">
          {sentWords(webhook)}
          <SignalNames webhook={webhook} />
        </Fact>
        <Fact name="Format">{FORMATS[format]}</Fact>
        <Fact name="Signatures">
          {SIGNINGS[signing]}
          {previousKeysUntil && (
            <div className="muted">
              The previous {signing === 'hmac' ? 'secret' : 'key'} signs as well until{' '}
              {formatTime(previousKeysUntil, 'short')}
            </div>
          )}
        </Fact>
        {publicKey && <Copied name="Public key" text={publicKey} />}
        <Copied name="Cursor" text={cursor} />
        <Fact name="Created">
          <TimeText at={createdAt} />
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copied({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className={styles.copied}>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy ${name.toLocaleLowerCase()}`} />
      </span>
    </Fact>
  );
}

function SignalNames({ webhook: { signalIds = [] } }: { webhook: Webhook }) {
  const mayRead = useCan('signals:read');
  const { data = [] } = useQuery({ ...signalsQuery, enabled: mayRead && signalIds.length > 0 });
  if (signalIds.length === 0) return null;
  const names = signalIds.map((id) => data.find((signal) => signal.id === id)?.signalName ?? `Signal ${id}`);
  return <div className="muted">{names.join(', ')}</div>;
}
