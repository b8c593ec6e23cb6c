import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

/** A real S3 server as a separate process, on loopback and in a separate folder. */
export type S3Program = {
  name: string;
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again with the same files and port. */
  start(): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
};

type Plan = { args: string[]; env: Record<string, string> };

const BUCKET = 'recordings';
const ACCESS_KEY_ID = 'PARLEYTORTURE';
const SECRET_ACCESS_KEY = 'parley-torture-secret-0123456789';
const START_LIMIT_MS = 60_000;

/** The programs; each is found by its variable or, if that is not set, by PATH. */
const PROGRAMS: { name: string; variable: string; plan(folder: string, port: number): Promise<Plan> }[] = [
  {
    name: 'weed',
    variable: 'PARLEY_WEED',
    async plan(folder, port) {
      const config = join(folder, 's3.json');
      const credentials = [{ accessKey: ACCESS_KEY_ID, secretKey: SECRET_ACCESS_KEY }];
      const identity = {
        name: 'parley',
        credentials,
        actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
      };
      await writeFile(config, JSON.stringify({ identities: [identity] }));
      const ports = await Promise.all(Array.from({ length: 4 }, freePort));
      const [master, volume, filer] = ports;
      const args = [
        'server',
        `-dir=${folder}`,
        '-ip=127.0.0.1',
        '-s3',
        `-s3.port=${port}`,
        `-s3.config=${config}`,
      ];
      // By default, the gRPC ports are these plus 10,000.
      const grpc = await Promise.all(Array.from({ length: 4 }, freePort));
      const named = ['master', 'volume', 'filer'].map((role, index) => `-${role}.port.grpc=${grpc[index]}`);
      return {
        args: [
          ...args,
          `-master.port=${master}`,
          `-volume.port=${volume}`,
          `-filer.port=${filer}`,
          ...named,
          `-s3.port.grpc=${grpc[3]}`,
        ],
        env: {},
      };
    },
  },
  {
    name: 'versitygw',
    variable: 'PARLEY_VERSITYGW',
    plan: async (folder, port) => ({
      args: ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder],
      env: { ROOT_ACCESS_KEY: ACCESS_KEY_ID, ROOT_SECRET_KEY: SECRET_ACCESS_KEY },
    }),
  },
  {
    name: 'minio',
    variable: 'PARLEY_MINIO',
    plan: async (folder, port) => ({
      args: ['server', '--address', `127.0.0.1:${port}`, '--quiet', folder],
      env: { MINIO_ROOT_USER: ACCESS_KEY_ID, MINIO_ROOT_PASSWORD: SECRET_ACCESS_KEY, MINIO_BROWSER: 'off' },
    }),
  },
];

/** The programs and their variables, for the message that there is none. */
export const S3_PROGRAMS: string = PROGRAMS.map(({ name, variable }) => `${name} (${variable})`).join(', ');

/** Starts the first S3 server that is installed. @returns undefined if there is none */
export async function startS3Program(): Promise<S3Program | undefined> {
  const [found] = PROGRAMS.flatMap((one) => ({
    ...one,
    path: process.env[one.variable] ?? which(one.name),
  })).filter(({ path }) => path !== undefined);
  if (!found) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const port = await freePort();
  const plan = await found.plan(data, port);
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let said = '';
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  const start = async () => {
    child = spawn(found.path!, plan.args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...plan.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk) => (said = (said + chunk).slice(-10_000)));
    await until(async () => {
      if (child!.exitCode !== null) throw new Error(`${found.name} ended: ${said}`);
      // Any response suffices; the credentials are created later.
      return (await fetch(url).catch(() => undefined)) && true;
    }, START_LIMIT_MS);
  };
  const program: S3Program = {
    ...{
      name: found.name,
      url,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
    },
    ...{ kill, start },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
    await makeBucket(program);
    return program;
  } catch (error) {
    await program.remove();
    throw error;
  }
}

async function makeBucket({ url, bucket, accessKeyId, secretAccessKey }: S3Program): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials });
  // Some servers answer before they are ready.
  await until(
    async () =>
      client.send(new CreateBucketCommand({ Bucket: bucket })).then(
        () => true,
        (error) => (error.name === 'BucketAlreadyOwnedByYou' ? true : undefined),
      ),
    START_LIMIT_MS,
  );
  client.destroy();
}

function which(name: string): string | undefined {
  try {
    return (
      execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
}
