import { spawn } from 'node:child_process';
import { access, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A program with its arguments. */
export type Command = readonly [program: string, ...args: string[]];

const OPENAPI_GENERATOR_VERSION = '7.25.0';

export const ROOT = new URL('../../', import.meta.url).pathname;
const PROGRAMS = join(ROOT, 'test/clients/programs');

/** The folder of tools and clients. Tools stay there for the next run. */
const folder = join(ROOT, '.clients');

const environment = join(folder, 'python');
const openapiGenerator = join(folder, `openapi-generator-${OPENAPI_GENERATOR_VERSION}.jar`);
const heyApi = join(folder, 'hey-api-tools');

/** Longer than a build on a busy machine with two cores takes. */
const MAX_COMMAND_MS = 300_000;

/** Installs what a manifest names, and runs nothing of it. */
export const NPM_OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts'] as const;

/** The most characters of a command's output that are shown. */
const MAX_SAID = 4000;
const MAX_COMMAND_SHOWN = 200;

/** A command that failed, with its standard output; the message has the end of all that it printed. */
export class CommandFailed extends Error {
  readonly out: string;

  constructor(message: string, out: string) {
    super(message);
    this.out = out;
  }
}

/** @throws CommandFailed @returns its standard output */
export async function run([program, ...args]: Command, cwd: string, env = {}): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: MAX_COMMAND_MS,
  });
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return out;
  const what = [program, ...args].join(' ').slice(0, MAX_COMMAND_SHOWN);
  throw new CommandFailed(`${what} ended with ${code}:\n${said.slice(-MAX_SAID)}`, out);
}

/** The words of pip, npm, Go and Maven for a registry that cannot be reached or does not serve this machine. */
const UNREACHABLE =
  /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|no such host|dial tcp|i\/o timeout|Temporary failure in name resolution|Failed to establish a new connection|Could not transfer artifact|proxyconnect|from versions: none|40[35] (?:Forbidden|Method Not Allowed)/;

/** Returns true if a command failed because of the registry and not because of the client. */
export function isRegistryAway(error: unknown): boolean {
  return error instanceof CommandFailed && UNREACHABLE.test(error.message);
}

/** Returns true if the program is on the PATH. */
export async function isThere(program: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(':');
  const found = await Promise.allSettled(folders.map((one) => access(join(one, program))));
  return found.some(({ status }) => status === 'fulfilled');
}

const installing = new Map<string, Promise<void>>();

/** Installs what a list of versions names, unless it is there; several clients share a tool. */
function once(name: string, versions: () => Promise<string>, install: () => Promise<void>): Promise<void> {
  const start = async () => {
    await mkdir(folder, { recursive: true });
    const mark = join(folder, `${name}.installed`);
    const wanted = await versions();
    if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return;
    await install();
    await writeFile(mark, wanted);
  };
  if (!installing.has(name)) installing.set(name, start());
  return installing.get(name)!;
}

/** The generators, from package registries alone, in the versions that are pinned here and in programs/. */
export const tools = {
  folder,
  python: join(environment, 'bin/python'),
  pythonBin: join(environment, 'bin'),
  openapiGenerator,
  heyApi,
  installPython: () => {
    const requirements = join(PROGRAMS, 'requirements.txt');
    return once(
      'python',
      () => readFile(requirements, 'utf8'),
      async () => {
        await run(['python3', '-m', 'venv', environment], ROOT);
        const pip = [join(environment, 'bin/python'), '-m', 'pip', 'install', '--quiet'] as const;
        await run([...pip, '--disable-pip-version-check', '-r', requirements], ROOT);
      },
    );
  },
  installOpenapiGenerator: () =>
    once(
      'openapi-generator',
      async () => OPENAPI_GENERATOR_VERSION,
      async () => {
        const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR_VERSION}`;
        const get = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
        await run(['mvn', '-B', '-q', get, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], folder);
        await copyFile(
          join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR_VERSION}.jar`),
          openapiGenerator,
        );
      },
    ),
  installHeyApi: () => {
    const manifest = join(PROGRAMS, 'hey-api/package.json');
    return once(
      'hey-api',
      () => readFile(manifest, 'utf8'),
      async () => {
        await mkdir(heyApi, { recursive: true });
        await copyFile(manifest, join(heyApi, 'package.json'));
        await run(['npm', 'install', ...NPM_OPTIONS, '--prefix', heyApi], heyApi);
      },
    );
  },
};
