import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { allowed, GROUPS } from './navigation.ts';
import { useSession } from './session.ts';

/** A screen's own search field bears this attribute, so that `/` goes there instead of opening the search. */
export const SEARCH_FIELD = 'data-search-field';

const SEQUENCE_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * The keys that work everywhere: Ctrl or Cmd and K search, also while one types. `/` searches, `g` and a letter goes to a
 * place, `?` tells them all: none of these while one types, nor with a modifier, nor over an open dialog.
 */
export function useShortcuts() {
  const [open, setOpen] = useState<'search' | 'help'>();
  const router = useRouter();
  const { scopes } = useSession();
  useEffect(() => {
    let goUntilMs = 0;
    const onKey = (event: KeyboardEvent) => {
      const isBusy =
        event.defaultPrevented || isTyping(event.target) || document.querySelector('[role="dialog"]');
      const isPalette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      if (isPalette) {
        event.preventDefault();
        setOpen('search');
        return;
      }
      if (isBusy || event.metaKey || event.ctrlKey || event.altKey) return;
      if (Date.now() < goUntilMs) {
        goUntilMs = 0;
        const places = allowed(
          GROUPS.flatMap((group) => group.places),
          scopes,
        );
        const place = places.find(({ key }) => key === event.key.toLowerCase());
        if (!place) return;
        event.preventDefault();
        void router.navigate({ to: place.to });
      } else if (event.key === 'g') {
        goUntilMs = Date.now() + SEQUENCE_MS;
      } else if (event.key === '?') {
        setOpen('help');
      } else if (event.key === '/') {
        event.preventDefault();
        const field = document.querySelector<HTMLElement>(`[${SEARCH_FIELD}]`);
        if (field) field.focus();
        else setOpen('search');
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [router, scopes]);
  return {
    open,
    openSearch: () => setOpen('search'),
    openHelp: () => setOpen('help'),
    close: () => setOpen(undefined),
  };
}
