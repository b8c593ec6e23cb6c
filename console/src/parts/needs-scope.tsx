import { IconLock } from '../icons/tabler.ts';
import type { Scope } from '../shell/session.ts';
import { EmptyState } from './page-state.tsx';

interface Props {
  scope: Scope;
  /** Completes the sentence "You need the scope … to", as in "see background jobs". */
  what: string;
  /** Reduces the padding, for use inside a panel. */
  small?: boolean;
}

/** Shown in place of content that the signed-in key cannot access: names the missing scope and says what to do. */
export function NeedsScope({ scope, what, small }: Props) {
  return (
    <EmptyState
      title={`Your key does not have the scope ${scope}`}
      icon={<IconLock size={22} stroke={1.6} />}
      small={small}
    >
      You need the scope <code>{scope}</code> to {what}. Sign in with a key that has it, or ask your Parley
      administrator for one.
    </EmptyState>
  );
}
