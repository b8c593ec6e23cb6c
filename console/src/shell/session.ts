import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, queryClient, sessionQuery, unwrap } from '../api.ts';
import { toast } from '../parts/toast.tsx';

/** The scopes that open screens. */
export type Scope =
  | 'meetings:read'
  | 'users:read'
  | 'signals:read'
  | 'remap:write'
  | 'ingest:write'
  | 'admin'
  | 'operator';

/** The session of the signed-in; only inside the shell, which does not show without one. */
export function useSession() {
  return useSuspenseQuery(sessionQuery).data;
}

/** Tells whether the signed-in key has a scope, or any of several, so that a screen can hide or explain what needs it. */
export function useCan(scope: Scope | readonly Scope[]): boolean {
  const { scopes } = useSession();
  return [scope].flat().some((one) => (scopes as readonly string[]).includes(one));
}

/** Ends the session on the server, forgets everything read in it and leads to sign-in. */
export function useSignOut() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/admin/v1/session')),
    onSuccess: async () => {
      await router.navigate({ to: '/sign-in' });
      queryClient.clear();
    },
    onError: toast.bad,
  });
}
