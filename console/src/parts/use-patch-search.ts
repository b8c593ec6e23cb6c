import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Changes some of the screen's search parameters and keeps the others; undefined takes one out of the URL. Back to the
 * first page, unless the change names a page; `after` is the place where a page begins. `replace`: no entry in the history, for values that change while typing.
 */
export function usePatchSearch(): (patch: Record<string, unknown>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = false } = {}) => {
      const search = (before: Record<string, unknown>) => ({
        ...before,
        page: undefined,
        after: undefined,
        ...patch,
      });
      // This hook serves the search of every screen, whose type only the screen itself knows.
      void navigate({ to: '.', search: search as never, replace, resetScroll: false });
    },
    [navigate],
  );
}
