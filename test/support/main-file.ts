import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the program in the folder of a version: earlier ones begin with a TypeScript file. */
export function mainFileIn(root: string): string {
  return existsSync(join(root, 'src/main.js')) ? 'src/main.js' : 'src/main.ts';
}
