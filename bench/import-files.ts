import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEnvironment } from '../test/support/start-environment.ts';
import { webVtt } from './data/web-vtt.ts';
import { openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/import-files.ts [--files 10000] [--bytes 60000] [--rounds 1]`: measures the WebVTT files a second that `parley import`
 * takes, from the start of the command to its end, and how long a second run takes, which finds everything unchanged.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '1' },
  },
});
const [files, bytes] = [Number(values.files), Number(values.bytes)];
const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
const calls = join(folder.path, 'calls');
await mkdir(calls);
for (let index = 0; index < files; index++) {
  await writeFile(join(calls, `call-${index} 2026-02-05.vtt`), webVtt(index, bytes));
}
console.log(`${files} files of ${Buffer.byteLength(webVtt(0, bytes))} bytes`);
for (let round = 0; round < Number(values.rounds); round++) {
  await using database = await server.makeDatabase();
  const settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, `data-${round}`) };
  await parley(['organizations', 'create', '--name', 'Acme'], settings);
  for (const which of ['first run', 'second run']) {
    const startedMs = performance.now();
    const said = await parley(['import', calls, '--host-email', 'ada@acme.example'], settings);
    const seconds = (performance.now() - startedMs) / 1000;
    console.log(`${which}: ${(files / seconds).toFixed(0)} files/s, ${seconds.toFixed(1)} s: ${said.trim()}`);
  }
}

async function parley(args: readonly string[], settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', MAIN, ...args], {
    env: { ...startEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`parley ${args[0]} ended with ${code}: ${said}`);
  return said;
}
