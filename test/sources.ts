import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A file of src/, as the tests of conventions read it. */
export type Source = { path: string; room: string; text: string; imports: string[] };

export const sources: Source[] = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => {
    const path = relative(ROOT, join(entry.parentPath, entry.name));
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, room: roomOf(path), text, imports: importsOf(text) };
  });

/** `src/http/app.ts` → `http`, `src/config.ts` → `config.ts`. */
export function roomOf(path: string): string {
  return path.split('/')[1]!;
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map((found) => (found[1] ?? found[2] ?? found[3])!);
}
