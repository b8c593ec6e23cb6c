import { IconLock } from '../icons/tabler.ts';
import type { Scope } from '../shell/session.ts';
import { EmptyState } from './page-state.tsx';

interface Props {
  /** One scope, or several of which any is enough. */
  scope: Scope | readonly Scope[];
  /** Completes the sentence "You need the scope … to", as in "see background jobs". */
  what: string;
  /** Reduces the padding, for use inside a panel. */
  small?: boolean;
}

/** Shown in place of content that the signed-in key cannot access: names the missing scopes and says what to do. */
export function NeedsScope({ scope, what, small }: Props) {
  const scopes = [scope].flat();
  return (
    <EmptyState
      title={`Your key does not have the scope ${scopes.join(' or ')}`}
      icon={<IconLock size={22} stroke={1.6} />}
      small={small}
    >
      You need the scope{' '}
      {scopes.map((one, index) => (
        <span key={one}>
          {index > 0 && ' or '}
          <code>{one}</code>
        </span>
      ))}{' '}
      to {what}. Sign in with a key that has it, or ask your Parley administrator for one.
    </EmptyState>
  );
}
