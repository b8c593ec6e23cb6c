import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { LoadingState } from '../parts/page-state.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { QuickSearch } from './quick-search.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';

/** The frame of every screen: navigation, the banner shown while the API does not respond, search and shortcuts. */
export function Shell() {
  const shortcuts = useShortcuts();
  const main = useRef<HTMLElement>(null);
  useFocusOnNewScreen(main);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Rail onSearch={shortcuts.openSearch} onHelp={shortcuts.openHelp} />
      <TopBar onSearch={shortcuts.openSearch} />
      <div className={styles.column}>
        <ConnectionBanner />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Suspense fallback={<LoadingState />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar />
      {shortcuts.open === 'search' && <QuickSearch onClose={shortcuts.close} onHelp={shortcuts.openHelp} />}
      {shortcuts.open === 'help' && <ShortcutHelp onClose={shortcuts.close} />}
    </div>
  );
}

/** A new screen is where reading and Tab go on; a change of the search alone leaves the focus where it is. */
function useFocusOnNewScreen(main: React.RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname, main]);
}
