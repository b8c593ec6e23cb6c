import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { REPOSITORY } from '../../cli/run-parley.ts';

/** The folder for screenshots, which git ignores. */
export const SCREENSHOTS = join(REPOSITORY, 'test/screenshots');

/** The windows that the console is looked at in. */
export const WINDOWS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** Longer than anything on a page takes on a busy machine. */
const WAIT_MS = 60_000;

/** The time that the browser has for a picture: none of a test's checks waits for one. */
export const PICTURE_MS = 15_000;

/** Scripts of hostile texts set this on the window. */
export const HOSTILE_FLAG = '__ran';

/** The options of a visit to the console. */
export type VisitOptions = {
  /** Without one, nobody is signed in. */
  cookie?: string;
  window?: keyof typeof WINDOWS;
  scheme?: 'light' | 'dark';
  /** The expected messages of the browser's console. */
  mayComplain?: RegExp;
  /** Screenshot of a failure: its name. */
  name?: string;
};

/** A browser context of its own, in which nothing may go wrong unnoticed. */
export type Visitor = { page: Page; context: BrowserContext };

/**
 * Opens a context for one visit and closes it. Fails where a page threw, the browser's console complained (also of the
 * content security policy), a dialog came up, or a hostile text ran.
 */
export async function visit(
  browser: Browser,
  baseURL: string,
  options: VisitOptions,
  what: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(contextOptions(baseURL, options));
  context.setDefaultTimeout(WAIT_MS);
  const faults = watch(context, options.mayComplain);
  try {
    if (options.cookie !== undefined) {
      await context.addCookies([{ name: 'parley_session', value: options.cookie, url: baseURL }]);
    }
    const page = await context.newPage();
    try {
      await what({ page, context });
    } catch (error) {
      await mkdir(SCREENSHOTS, { recursive: true });
      await page
        .screenshot({ path: join(SCREENSHOTS, `failed-${options.name ?? 'visit'}.png`), timeout: PICTURE_MS })
        .catch(() => {});
      throw error;
    }
    for (const one of context.pages()) {
      assert.equal(await one.evaluate(`window.${HOSTILE_FLAG}`), undefined, 'a hostile text ran');
    }
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

function contextOptions(
  baseURL: string,
  { window = 'desktop', scheme }: VisitOptions,
): BrowserContextOptions {
  return {
    baseURL,
    viewport: WINDOWS[window],
    colorScheme: scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...(window === 'phone' ? { hasTouch: true, isMobile: true } : {}),
  };
}

/** Notes what must not happen on any page. */
function watch(context: BrowserContext, mayComplain: RegExp | undefined): string[] {
  const faults: string[] = [];
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
    page.on('dialog', (dialog) => {
      // The browser's own question before one leaves is no dialog of a page's making.
      if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
      void dialog.accept().catch(() => {});
    });
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const words = `${message.text()} ${message.location().url}`;
      if (!mayComplain?.test(words)) faults.push(`${message.type()}: ${words}`);
    });
  });
  return faults;
}
