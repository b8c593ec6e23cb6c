import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser for the tests: what PARLEY_TEST_CHROMIUM names, else the first that PATH has. */
export const CHROMIUM = process.env.PARLEY_TEST_CHROMIUM || inPath();

/** For the option `skip` of a suite: why its browser tests are left out, or that they are not. */
export const LEFT_OUT =
  CHROMIUM === undefined &&
  'browser tests are left out, as there is no Chromium: install it, or name it in PARLEY_TEST_CHROMIUM';

function inPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
