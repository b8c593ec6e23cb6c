/**
 * Makes clients of openapi.json by generators and walks a journey with each, against the real service: see docs/clients.md.
 *
 *     npm run test:clients                  all of them
 *     npm run test:clients -- hey-api       only these
 *     npm run test:clients -- --write       writes the table of docs/clients.md
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChildService } from '../support/child-service.ts';
import { createClient } from '../support/client.ts';
import { type GeneratedClient, generatedClients, prepareFolder } from './generated-clients.ts';
import { judgeJourney, prepareJourney } from './journey.ts';
import { type Row, withTable } from './table.ts';
import { CommandFailed, isRegistryAway, isThere, run } from './tools.ts';

const PAGE = new URL('../../docs/clients.md', import.meta.url);

/** Two cores have room for one build and one wait for a registry. */
const AT_ONCE = 2;

const { values: options, positionals: names } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = names.filter((name) => !generatedClients.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no client ${unknown.join(', ')}: ${generatedClients.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = generatedClients.filter(({ name }) => names.length === 0 || names.includes(name));

const dataDir = await mkdtemp(join(tmpdir(), 'parley-clients-'));
const key = 'parley_key-of-the-generated-clients';
const service = await startChildService({
  databaseUrl: undefined,
  key,
  env: { PARLEY_DATA_DIR: dataDir, PARLEY_ROLES: 'api,receiver,worker' },
});
const rows: Row[] = [];
try {
  const document = join(dataDir, 'openapi.json');
  await writeFile(document, (await service.client.get('/openapi.json')).text);
  const waiting = [...chosen];
  const walkAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) rows.push(await walk(next, document));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walkAll));
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}

const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length;
if (options.write && rows.length === generatedClients.length && count('skipped') === 0) {
  await writeFile(PAGE, withTable(await readFile(PAGE, 'utf8'), rows, generatedClients));
}
console.log(`clients: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
process.exitCode = count('failed') > 0 ? 1 : 0;

/** Generates, builds and walks one client, in an organization of its own. */
async function walk(one: GeneratedClient, document: string): Promise<Row> {
  const startMs = performance.now();
  const absent: string[] = [];
  for (const program of one.needs) if (!(await isThere(program))) absent.push(program);
  if (absent.length > 0) {
    console.log(`${one.name}: skipped, because ${absent.join(' and ')} is not installed`);
    return { name: one.name, outcome: 'skipped', made: [] };
  }
  const made: string[] = [];
  const tell = (outcome: Row['outcome'], fault = ''): Row => {
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
    console.log(
      `${one.name}: ${outcome} in ${seconds} s${made.length > 0 ? ` (${made.join(', ')})` : ''}${fault}`,
    );
    return { name: one.name, outcome, made };
  };
  try {
    await one.install();
    const folder = await prepareFolder(one.name);
    for (const command of await one.generate({ folder, document })) await run(command, folder);
    made.push('generate');
    for (const command of one.build) await run(command, folder);
    made.push('build');
    const tenant = await service.client.post('/admin/v1/organizations', {
      name: one.name,
      domains: ['parley.example'],
    });
    const client = createClient({ ...service, key: tenant.body.key });
    const signal = await prepareJourney(client);
    const env = {
      PARLEY_API: service.apiUrl,
      PARLEY_RECEIVER: service.receiverUrl,
      PARLEY_KEY: tenant.body.key,
      PARLEY_SIGNAL: `${signal}`,
    };
    const printed = await run(one.walk, folder, env).catch((error: CommandFailed) => error);
    const ended = printed instanceof CommandFailed ? printed.message : '';
    const judged = await judgeJourney(client, printed instanceof CommandFailed ? printed.out : printed);
    made.push(...judged.made);
    const faults = [judged.fault, ended].filter(Boolean).map((fault) => `\n${fault}`);
    return faults.length > 0 ? tell('failed', faults.join('')) : tell('passed');
  } catch (error) {
    const fault = `\n${(error as Error).message}`;
    return isRegistryAway(error)
      ? tell('skipped', `, because its registry is away:${fault}`)
      : tell('failed', fault);
  }
}
