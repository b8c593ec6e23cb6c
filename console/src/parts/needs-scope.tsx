import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import type { Scope } from '../shell/session.ts';
import { EmptyState } from './page-state.tsx';

interface Props {
  scope: Scope;
  /** What one came for, after "may not": "see the jobs". */
  what: string;
  /** Less room around it, for inside a panel. */
  small?: boolean;
}

/** In place of what the key that one signed in with may not see or do: which scope it takes. */
export function NeedsScope({ scope, what, small }: Props) {
  return (
    <EmptyState title={`This key may not ${what}`} icon={<IconLock size={22} stroke={1.6} />} small={small}>
      It takes the scope <code>{scope}</code>. Sign in with a key that has it, or ask whoever runs Parley for
      one.
    </EmptyState>
  );
}
