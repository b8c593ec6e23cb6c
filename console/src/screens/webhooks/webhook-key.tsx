import { ShownOnce } from '../../parts/index.ts';
import type { WebhookWithSecret } from './queries.ts';

interface Props {
  webhook: WebhookWithSecret;
  onClose: () => void;
}

/** Shows what a receiver needs to verify signatures: a secret, for the only time, or a public key. */
export function WebhookKey({ webhook: { secret, publicKey }, onClose }: Props) {
  if (secret !== undefined) {
    return (
      <ShownOnce secret={secret} copyLabel="Copy secret" onClose={onClose}>
        Copy this secret to the receiver now: it verifies the signatures of messages. It will not be shown
        again.
      </ShownOnce>
    );
  }
  return (
    <ShownOnce secret={publicKey!} copyLabel="Copy public key" onClose={onClose}>
      The receiver verifies the signatures of messages with this public key. It is no secret, and the page of
      the webhook always shows it.
    </ShownOnce>
  );
}
