/**
 * Builds console/dist and prints the size of the script that the first screen loads. Fails if that is over its budget.
 * With --if-needed, as before each start, it builds only if a source is newer than the last build. A failure is then
 * reported, and the service starts without the console.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const CONSOLE = new URL('../console/', import.meta.url);

/** The sources of the build. */
const SOURCES = ['../console/', '../client/src/', '../package-lock.json'].map(
  (path) => new URL(path, import.meta.url),
);

const isBeforeStart = process.argv.includes('--if-needed');
if (isBeforeStart && !isNeeded()) process.exit();

/** The budget for the first screen, after gzip: the script that the entry and Home load before they can be used. */
const MAX_FIRST_SCREEN_BYTES = 250_000;

const ENTRY = 'index.html';
const FIRST_SCREEN = 'src/screens/home/index.tsx';

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

try {
  const { build } = await import('vite');
  await build({ configFile: fileURLToPath(new URL('vite.config.ts', CONSOLE)), logLevel: 'warn' });
} catch (error) {
  if (!isBeforeStart) throw error;
  // The receiver and the API also work without the console.
  console.error(`The console could not be built: ${(error as Error).message}`);
  process.exit();
}
const manifest: Manifest = JSON.parse(readFileSync(new URL('dist/.vite/manifest.json', CONSOLE), 'utf8'));
rmSync(new URL('dist/.vite', CONSOLE), { recursive: true });

const first = gzipBytes(filesOf(ENTRY, FIRST_SCREEN));
for (const [name, { file }] of Object.entries(manifest)) {
  if (/^src\/screens\/.*\.tsx$/.test(name)) console.log(`${kilobytes(gzipBytes(new Set([file])))}  ${name}`);
}
console.log(
  `${kilobytes(first)}  script of the first screen, of ${kilobytes(MAX_FIRST_SCREEN_BYTES)} allowed (gzip)`,
);
if (first > MAX_FIRST_SCREEN_BYTES) {
  console.error('The first screen loads more script than it may: split it, or take something out.');
  process.exitCode = 1;
}

function isNeeded(): boolean {
  const built = statSync(new URL('dist/index.html', CONSOLE), { throwIfNoEntry: false });
  return built === undefined || SOURCES.some((source) => newest(source) > built.mtimeMs);
}

/** Returns the time of the last change to a file, or to the files of a folder except built and installed ones. */
function newest(path: URL): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules');
  const times = names.map((name) => {
    const child = new URL(encodeURIComponent(name), path);
    return newest(statSync(child).isDirectory() ? new URL(`${child.href}/`) : child);
  });
  return Math.max(...times);
}

/** Returns the script files of some modules and of all their static imports. */
function filesOf(...names: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

function gzipBytes(files: ReadonlySet<string>): number {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(readFileSync(new URL(`dist/${file}`, CONSOLE))).length;
  return bytes;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}
