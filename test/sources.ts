import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A file of our own, as the tests of conventions read it. */
export type Source = { path: string; room: string; text: string; imports: string[] };

/** Every file of TypeScript that a person has written, but the programs of users of clients, which are built elsewhere. */
export const everySource: readonly Source[] = globSync('**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '.git', 'client/src/schema.ts', 'test/clients/programs'],
})
  .toSorted()
  .map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return { path, room: roomOf(path), text, imports: importsOf(text) };
  });

/** The code of the running service. */
export const sources = everySource.filter(({ path }) =>
  /^(?:src|demo\/src|embedded-postgres\/src)\//.test(path),
);

/** `src/http/app.ts` → `http`, `src/config.ts` → `config.ts`, `demo/src/company.ts` → `demo`. */
export function roomOf(path: string): string {
  const [folder, room] = path.split('/');
  return folder === 'src' ? room! : folder!;
}

/** The path of the file that an import names; undefined for a package that is not ours. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(path), specifier);
  const own = /^@parley\/([^/]+)$/.exec(specifier);
  return own ? `${own[1]}/src/index.ts` : undefined;
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map((found) => (found[1] ?? found[2] ?? found[3])!);
}
