import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the code is that the service runs. */
const FOLDERS = ['src', 'demo/src', 'embedded-postgres/src'];

/** A file of the service's code, as the tests of conventions read it. */
export type Source = { path: string; room: string; text: string; imports: string[] };

export const sources: Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }),
)
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, room: roomOf(path), text, imports: importsOf(text) };
  });

/** `src/http/app.ts` → `http`, `src/config.ts` → `config.ts`, `demo/src/company.ts` → `demo`. */
export function roomOf(path: string): string {
  const [folder, room] = path.split('/');
  return folder === 'src' ? room! : folder!;
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map((found) => (found[1] ?? found[2] ?? found[3])!);
}
