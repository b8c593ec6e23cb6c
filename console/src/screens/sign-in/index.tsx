import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { api, messageOf, ParleyError, queryClient, sessionQuery, unwrap } from '../../api.ts';
import { Brand } from '../../shell/brand.tsx';
import { ConnectionBanner } from '../../shell/connection-banner.tsx';
import styles from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Exchanges an API key for a session and returns to the previous address. */
export function SignInScreen() {
  const { reason } = route.useSearch();
  const [key, setKey] = useState('');
  const signIn = useSignIn();
  useEffect(() => {
    document.title = 'Sign in · Parley';
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') signIn.mutate(key.trim());
  };
  return (
    <div className={styles.page}>
      <ConnectionBanner />
      <main className={styles.main}>
        <Brand />
        <h1 className={styles.title}>Every conversation, word for word.</h1>
        {reason === 'ended' && (
          <p className={styles.notice} role="status">
            Your session has ended. Sign in again to continue where you left off.
          </p>
        )}
        <form onSubmit={submit} className={styles.form}>
          <PasswordInput
            label="API key"
            description="Your key starts with parley_. It was shown once, when Parley first started or when the key was created."
            placeholder="parley_…"
            size="md"
            value={key}
            autoFocus
            autoComplete="current-password"
            spellCheck={false}
            error={signIn.error ? faultOf(signIn.error) : undefined}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            mt="md"
            loading={signIn.isPending}
            disabled={key.trim() === ''}
          >
            Sign in
          </Button>
        </form>
        <details className={styles.help}>
          <summary>Don’t have a key?</summary>
          <p>To create one, run this command on the machine where Parley runs. It prints the key once:</p>
          <pre>
            npx parley keys create --name console --scopes
            meetings:read,users:read,signals:read,remap:write,ingest:write,admin
          </pre>
        </details>
      </main>
      <footer className={styles.foot}>
        Your key is sent only to this Parley server and is not stored in the browser.{' '}
        <a href="/docs">API reference</a>
      </footer>
    </div>
  );
}

function useSignIn() {
  const router = useRouter();
  const { from } = route.useSearch();
  return useMutation({
    mutationKey: ['sign-in'],
    mutationFn: (key: string) => unwrap(api.POST('/admin/v1/session', { body: { key } })),
    onSuccess: async (session) => {
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // Only paths of this site are followed; an address with a host would lead elsewhere.
      const target = from?.startsWith('/') && !/^\/[/\\]/.test(from) ? from : '/';
      await router.navigate({ href: target, replace: true });
    },
  });
}

function faultOf(error: unknown): string {
  if (error instanceof ParleyError && error.status === 401) {
    return 'This key is not valid. It may be mistyped, revoked or expired.';
  }
  return messageOf(error);
}
