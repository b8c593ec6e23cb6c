import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { warnIfBusy } from './machine.ts';
import { endServerLeftBehind } from './setup/left-behind.ts';
import { findFreePorts, startServerProgram } from './setup/server-program.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { TARGETS } from './start-times.ts';

/**
 * `node bench/cold-start.ts [--runs 5]`: measures the time from a command to the first 200 of /readyz with an empty data folder,
 * of the commands by which a person, and the container image, start the service. Only loopback ports that are free are used.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** `bin/parley.sh` is what the image runs. */
const COMMANDS = [
  { name: 'npm start', program: 'npm', args: ['start'] },
  { name: 'bin/parley.sh serve', program: join(ROOT, 'bin/parley.sh'), args: ['serve'] },
];

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
warnIfBusy((text) => console.error(text));
for (const command of COMMANDS) {
  const seconds: number[] = [];
  for (let run = 0; run < Number(values.runs); run++) seconds.push((await startCold(command)) / 1000);
  seconds.sort((a, b) => a - b);
  const [least, median, most] = [0, seconds.length >> 1, seconds.length - 1].map((index) =>
    seconds[index]!.toFixed(2),
  );
  console.log(
    `${command.name}: ready after ${median} s (${least} s to ${most} s); intended ≤ ${TARGETS.coldMs / 1000} s`,
  );
}

async function startCold({ name, program, args }: (typeof COMMANDS)[number]): Promise<number> {
  await using folder = await makeTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  await using _server = { [Symbol.asyncDispose]: () => endServerLeftBehind(dataDir) };
  const [apiPort, receiverPort] = await findFreePorts(2);
  await using service = await startServerProgram({
    name,
    program,
    args,
    cwd: ROOT,
    env: {
      PARLEY_DATA_DIR: dataDir,
      PARLEY_API_PORT: `${apiPort}`,
      PARLEY_RECEIVER_PORT: `${receiverPort}`,
    },
    readyUrl: `http://127.0.0.1:${apiPort}/readyz`,
    logFile: join(folder.path, 'service.log'),
    signal: stop.signal,
  });
  return service.readyMs;
}
