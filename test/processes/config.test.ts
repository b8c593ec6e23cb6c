import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { runParley } from './child.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-config-'));
});
after(() => rm(folder, { recursive: true }));

async function fileWith(text: string): Promise<string> {
  const path = join(folder, `secret-${Math.random()}`);
  await writeFile(path, text);
  return path;
}

/** The faults of settings, or none. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

test('without any setting everything has a default', () => {
  const { config, warnings } = readConfig({});
  assert.deepEqual(warnings, []);
  assert.equal(config.host, '127.0.0.1');
  assert.deepEqual([config.apiPort, config.receiverPort, config.healthPort], [8080, 8081, undefined]);
  // Made from host and port once the port is known.
  assert.deepEqual([config.publicUrl, config.receiverPublicUrl], [undefined, undefined]);
  assert.equal(config.dataDir, resolve('.parley'));
  assert.equal(config.databaseUrl, undefined);
  assert.deepEqual([...config.roles], ['api', 'receiver', 'worker']);
  assert.equal(config.bootstrapApiKey, undefined);
  assert.deepEqual([config.rateLimit, config.maxConnections], [undefined, 2000]);
  assert.equal(config.logLevel, 'info');
});

test('an empty variable is an unset one', () => {
  const names = ['HOST', 'API_PORT', 'RECEIVER_PORT', 'PUBLIC_URL', 'DATA_DIR', 'ROLES', 'BOOTSTRAP_API_KEY'];
  const empty = Object.fromEntries(names.map((name) => [`PARLEY_${name}`, '']));
  assert.deepEqual(readConfig({ ...empty, DATABASE_URL: '' }), readConfig({}));
});

test('read replicas are named by URLs that commas separate, with spaces or without', () => {
  const urls = ['postgres://a@one/parley', 'postgresql://a@two:5433/parley', 'postgres://a@three/parley'];
  const read = (text: string) =>
    readConfig({ DATABASE_URL: 'postgres://a@primary/parley', DATABASE_READ_URL: text }).config
      .readDatabaseUrls;
  assert.deepEqual(read(urls.join(',')), urls);
  assert.deepEqual(read(urls.join(' ,\n  ')), urls);
});

test('each setting is taken as given', () => {
  const { config } = readConfig({
    PARLEY_HOST: '::1',
    PARLEY_API_PORT: '9000',
    PARLEY_RECEIVER_PORT: '9001',
    PARLEY_HEALTH_PORT: '9002',
    PARLEY_PUBLIC_URL: 'https://parley.example.com/base/',
    PARLEY_DATA_DIR: '/var/lib/parley',
    PARLEY_ROLES: 'api, worker',
    PARLEY_BOOTSTRAP_API_KEY: 'correct-horse/battery=staple',
    PARLEY_RATE_LIMIT: '600',
    PARLEY_MAX_CONNECTIONS: '50',
    PARLEY_LOG_LEVEL: 'debug',
    DATABASE_URL: 'postgresql://parley:p%40ss@db.example:5433/parley?sslmode=require',
  });
  assert.equal(config.publicUrl, 'https://parley.example.com/base');
  assert.deepEqual([config.host, config.apiPort, config.receiverPort], ['::1', 9000, 9001]);
  assert.equal(config.healthPort, 9002);
  assert.equal(config.dataDir, '/var/lib/parley');
  assert.deepEqual([...config.roles], ['api', 'worker']);
  assert.deepEqual([config.rateLimit, config.maxConnections], [600, 50]);
  assert.equal(config.bootstrapApiKey, 'correct-horse/battery=staple');
  assert.equal(config.logLevel, 'debug');
  assert.equal(config.databaseUrl, 'postgresql://parley:p%40ss@db.example:5433/parley?sslmode=require');
});

test('a faulty setting is reported with its permitted values', () => {
  const wrong: [string, string[], RegExp][] = [
    [
      'PARLEY_HOST',
      ['a b', 'http://x', '127.0.0.1:80', '[::1]', 'x/y'],
      /must be an IP address or a host name/,
    ],
    ['PARLEY_API_PORT', ['http', '-1', '65536', '80.5', '0x50', ' 80'], /must be a port, a whole number/],
    ['PARLEY_RECEIVER_PORT', ['8 1', '999999'], /must be a port/],
    ['PARLEY_HEALTH_PORT', ['none', '65536'], /must be a port/],
    [
      'PARLEY_PUBLIC_URL',
      [
        'parley.example.com',
        'ftp://x',
        'https://',
        'https://x?a=b',
        'https://x#y',
        'https://u:p@x',
        'https://a b',
      ],
      /must be an http or https URL/,
    ],
    ['PARLEY_RECEIVER_PUBLIC_URL', ['x'], /must be an http or https URL/],
    [
      'PARLEY_ROLES',
      ['web', 'api,', 'API', ',', 'api;worker'],
      /must be a comma-separated list of api, receiver, worker/,
    ],
    [
      'PARLEY_BOOTSTRAP_API_KEY',
      ['short', 'x'.repeat(257), 'with spaces in the middle', 'schlüssel-mit-ü-drin'],
      /must be 16 to 256/,
    ],
    [
      'PARLEY_FETCH_ALLOW',
      ['10.0.0.0/33', 'intranet', '10.0.0.0/8,x'],
      /must be a comma-separated list of networks/,
    ],
    ['PARLEY_RATE_LIMIT', ['0', '-1', '1.5', '60/m'], /must be a whole number above 0/],
    ['PARLEY_MAX_CONNECTIONS', ['0', '-1', 'many'], /must be a whole number above 0/],
    ['PARLEY_PROCESSES', ['0', '1.5', 'all'], /must be a whole number above 0/],
    ['PARLEY_PROCESSES', ['65'], /must be at most 64/],
    ['PARLEY_MAX_RECORDING_BYTES', ['0', '-1', '1.5', '2GB'], /must be a whole number of bytes above 0/],
    ['PARLEY_BLOB_URL', ['bucket', 'http://x'], /must look like s3:/],
    ['PARLEY_LOG_LEVEL', ['loud', 'INFO'], /must be one of fatal, error, warn/],
    [
      'DATABASE_URL',
      [
        'localhost',
        'mysql://a/b',
        'postgres:',
        '/run/postgresql',
        'postgres://a,/b',
        'postgres:///b?host=a,b&port=1,2,3',
      ],
      /must be a URL such as postgres:/,
    ],
    [
      'DATABASE_URL',
      ['postgres://a,b/c?target_session_attrs=standby'],
      /must lead to a server that takes writes/,
    ],
    ['DATABASE_DIRECT_URL', ['postgres://a/b'], /needs DATABASE_URL/],
    ['PARLEY_MIGRATION_WAIT_SECONDS', ['0', '-1', '1.5', '5m'], /must be a whole number of seconds above 0/],
  ];
  for (const [name, values, message] of wrong) {
    for (const value of values) {
      const faults = faultsOf({ [name]: value });
      assert.equal(faults.length, 1, `${name}=${value}: ${faults}`);
      assert.ok(faults[0]!.startsWith(name), faults[0]);
      assert.match(faults[0]!, message);
    }
  }
});

test('a database behind a Unix socket is a URL without a host', () => {
  for (const url of [
    'postgres:///parley?host=/run/postgresql',
    'postgres://parley:secret@/parley?host=%2Frun%2Fpostgresql&port=5433',
  ]) {
    assert.equal(readConfig({ DATABASE_URL: url }).config.databaseUrl, url);
  }
});

test('the two addresses cannot share a port, where one process has both', () => {
  const same = { PARLEY_API_PORT: '9000', PARLEY_RECEIVER_PORT: '9000' };
  assert.match(faultsOf(same).join(), /must differ/);
  assert.deepEqual(faultsOf({ ...same, PARLEY_ROLES: 'api,worker' }), []);
  assert.deepEqual(faultsOf({ PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0' }), []);
});

test('the health port is no other listener’s of the process', () => {
  for (const name of ['API', 'RECEIVER']) {
    const same = { [`PARLEY_${name}_PORT`]: '9000', PARLEY_HEALTH_PORT: '9000' };
    assert.deepEqual(faultsOf(same), [`PARLEY_HEALTH_PORT and PARLEY_${name}_PORT must differ`]);
    assert.deepEqual(faultsOf({ ...same, PARLEY_ROLES: 'worker' }), []);
  }
  const free = { PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0', PARLEY_HEALTH_PORT: '0' };
  assert.deepEqual(faultsOf(free), []);
});

test('a secret may stand in a file, of which one trailing line break is not part', async () => {
  const key = 'correct-horse/battery=staple';
  for (const text of [key, `${key}\n`, `${key}\r\n`]) {
    const { config } = readConfig({ PARLEY_BOOTSTRAP_API_KEY_FILE: await fileWith(text) });
    assert.equal(config.bootstrapApiKey, key);
  }
  assert.match(faultsOf({ PARLEY_BOOTSTRAP_API_KEY_FILE: await fileWith(`${key}\n\n`) }).join(), /16 to 256/);
  const url = 'postgres://parley:secret@db/parley';
  assert.equal(readConfig({ DATABASE_URL_FILE: await fileWith(`${url}\n`) }).config.databaseUrl, url);
});

test('a secret’s file that is missing, empty, or given together with the secret itself is a fault', async () => {
  const both = { DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: await fileWith('postgres://c/d') };
  assert.deepEqual(faultsOf(both), ['DATABASE_URL and DATABASE_URL_FILE must not both be set']);
  assert.match(
    faultsOf({ DATABASE_URL_FILE: join(folder, 'nowhere') }).join(),
    /^DATABASE_URL_FILE must name a file/,
  );
  assert.match(faultsOf({ DATABASE_URL_FILE: folder }).join(), /^DATABASE_URL_FILE must name a file/);
  for (const text of ['', '\n']) {
    const faults = faultsOf({ DATABASE_URL_FILE: await fileWith(text) });
    assert.deepEqual(faults, ['DATABASE_URL_FILE must name a file that is not empty']);
  }
});

test('the timeout of calls of the AI provider is bounded', () => {
  assert.equal(readConfig({}).config.ai.timeoutSeconds, undefined);
  assert.equal(readConfig({ PARLEY_AI_TIMEOUT_SECONDS: '600' }).config.ai.timeoutSeconds, 600);
  for (const text of ['0', '-1', '1.5', 'long']) {
    assert.deepEqual(faultsOf({ PARLEY_AI_TIMEOUT_SECONDS: text }), [
      'PARLEY_AI_TIMEOUT_SECONDS must be a whole number above 0',
    ]);
  }
  assert.deepEqual(faultsOf({ PARLEY_AI_TIMEOUT_SECONDS: '1201' }), [
    'PARLEY_AI_TIMEOUT_SECONDS must be at most 1200',
  ]);
});

test('a variable that looks like a setting but is none is warned of, with the nearest name', () => {
  const { warnings } = readConfig({ PARLEY_API_PROT: '9000', PARLEY_DATABASE_URL: 'x', OTHER: 'y' });
  assert.equal(warnings.length, 2);
  assert.match(warnings[0]!, /^PARLEY_API_PROT is not a setting of Parley; did you mean PARLEY_API_PORT\?$/);
});

test('all faults are reported together, one per line, and the process exits with 1 before it starts anything', async () => {
  const child = runParley(['serve'], {
    PARLEY_API_PORT: 'x',
    PARLEY_ROLES: 'web',
    PARLEY_BOOTSTRAP_API_KEY: 'too-short',
    PARLEY_LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://user:hunter2@db/x',
    PARLEY_DATA_DIR: folder,
  });
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  const lines = child.stderr().trim().split('\n');
  const named = lines.map((line) => /^parley: (\w+) must /.exec(line)?.[1]).sort();
  assert.deepEqual(named, [
    'DATABASE_URL',
    'PARLEY_API_PORT',
    'PARLEY_BOOTSTRAP_API_KEY',
    'PARLEY_LOG_LEVEL',
    'PARLEY_ROLES',
  ]);
  assert.equal(child.stdout(), '');
  assert.doesNotMatch(child.stderr(), /hunter2|too-short|\bat\b.*:\d+/);
});

test('a provider that is paid for has a budget of tokens by default; others have none', () => {
  const local = {
    PARLEY_AI_PROVIDER: 'openai-compatible',
    PARLEY_AI_BASE_URL: 'http://127.0.0.1:11434/v1',
    PARLEY_AI_MODEL: 'small',
  };
  const withKey = { ...local, PARLEY_AI_API_KEY: 'secret' };
  const budgetOf = (env: Record<string, string>) => readConfig(env).config.ai.tokensPerDay;
  assert.equal(budgetOf({}), undefined);
  assert.equal(budgetOf(local), undefined);
  assert.equal(budgetOf(withKey), 5_000_000);
  assert.equal(budgetOf({ ...withKey, PARLEY_AI_PROVIDER: 'anthropic' }), 5_000_000);
  assert.equal(budgetOf({ ...withKey, PARLEY_AI_TOKENS_PER_DAY: '1000' }), 1000);
  assert.equal(budgetOf({ ...withKey, PARLEY_AI_TOKENS_PER_DAY: 'none' }), undefined);
  const [fault] = faultsOf({ ...withKey, PARLEY_AI_TOKENS_PER_DAY: 'unlimited' });
  assert.match(fault!, /PARLEY_AI_TOKENS_PER_DAY must be a whole number above 0, or none/);
});

test('the AI server is any but Parley itself, which would call itself', () => {
  const at = (baseUrl: string, env: Record<string, string> = {}) => ({
    PARLEY_AI_PROVIDER: 'openai-compatible',
    PARLEY_AI_BASE_URL: baseUrl,
    PARLEY_AI_MODEL: 'small',
    ...env,
  });
  const PUBLIC = {
    PARLEY_PUBLIC_URL: 'https://calls.example',
    PARLEY_RECEIVER_PUBLIC_URL: 'https://in.example/p',
  };
  const EVERYWHERE = { PARLEY_HOST: '0.0.0.0' };
  const loops: [string, Record<string, string>?][] = [
    ['http://127.0.0.1:8080/v1'],
    ['http://localhost:8081/v1'],
    ['http://2130706433:8080/v1'],
    ['http://[::ffff:127.0.0.1]:8080'],
    ['http://0.0.0.0:8080/v1'],
    ['http://127.1.2.3:8080/v1', EVERYWHERE],
    ['http://[::1]:8080/v1', { PARLEY_HOST: '::' }],
    [`http://${hostname()}:8081/v1`, EVERYWHERE],
    ['https://calls.example/v1', PUBLIC],
    ['https://calls.example:443', PUBLIC],
    ['https://in.example/p/v1', PUBLIC],
    ['http://127.0.0.1/v1', { PARLEY_API_PORT: '80' }],
  ];
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    if (family === 'IPv4') loops.push([`http://${address}:8080/v1`, EVERYWHERE]);
  }
  for (const [url, env] of loops) {
    assert.deepEqual(
      faultsOf(at(url, env)),
      ['PARLEY_AI_BASE_URL must be the address of an AI server; this one leads to Parley itself'],
      url,
    );
  }
  const others: [string, Record<string, string>?][] = [
    ['http://127.0.0.1:11434/v1'],
    ['http://10.0.0.7:8080/v1', EVERYWHERE],
    ['http://127.0.0.2:8080/v1'],
    ['http://127.0.0.1:8080/v1', { PARLEY_API_PORT: '0' }],
    ['http://127.0.0.1:8080/v1', { PARLEY_ROLES: 'worker' }],
    ['https://in.example/model/v1', PUBLIC],
    ['https://calls.example.org/v1', PUBLIC],
    ['http://127.0.0.1:8080/v1', { PARLEY_AI_PROVIDER: 'builtin' }],
  ];
  for (const [url, env] of others) assert.deepEqual(faultsOf(at(url, env)), [], url);
});
