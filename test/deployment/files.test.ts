import assert from 'node:assert/strict';
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import settings from '../../bin/node-settings.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { readConfig } from '../../src/config.ts';
import { REPOSITORY, runParley } from '../cli/run-parley.ts';

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const CHART = 'deploy/helm/parley';

/** Everything by which Parley is deployed. */
const FILES = ['Dockerfile', 'docs/deployment.md', ...globSync('deploy/**/*.*', { cwd: REPOSITORY })].filter(
  (path) => !path.endsWith('.json'),
);

type Service = {
  image: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, unknown>;
};
/** Returns whether a service runs Parley, and not another program. */
const isParley = ({ image, entrypoint }: Service) => image.includes('parley:') && !entrypoint;

const composed = ['compose.yaml', 'embedded.yaml'].map(
  (name): Record<string, Service> => parse(read(`deploy/compose/${name}`), { merge: true }).services,
);

test('every setting that the files for deployment name exists', () => {
  const named = new Map<string, string>();
  for (const path of FILES) {
    for (const [name] of read(path).matchAll(/\bPARLEY_[A-Z_]*[A-Z]\b/g)) named.set(name, path);
  }
  assert.ok(named.size > 10);
  for (const [name, path] of named) {
    const { warnings } = readConfig({ [name]: '' });
    assert.deepEqual(warnings, [], path);
  }
});

test('every command that the files for deployment run exists, with its options', async () => {
  const [, dockerfile] = /^CMD (.*)$/m.exec(read('Dockerfile'))!;
  const [, unit] = /^ExecStart=\/opt\/parley\/bin\/parley\.sh (.*)$/m.exec(
    read('deploy/systemd/parley.service'),
  )!;
  const [, chart, chartOption] = /concat \(list "(\w+)"\) \(ternary \(list "([\w-]+)"/.exec(
    read(`${CHART}/templates/_helpers.tpl`),
  )!;
  const services = composed.flatMap((services) => Object.values(services));
  const commands: string[][] = [
    JSON.parse(dockerfile!),
    unit!.split(' '),
    [chart!, chartOption!],
    ...services.filter(isParley).map(({ command }) => command ?? ['serve']),
  ];
  assert.ok(commands.length >= 8);
  for (const [command, ...rest] of new Set(commands)) {
    const { code, stdout } = await runParley([command!, '--help']);
    assert.equal(code, 0, command);
    for (const option of rest.filter((one) => one.startsWith('-'))) {
      assert.ok(stdout.includes(option), `${command} ${option}`);
    }
  }
});

test('the start script gives Node what bin/node-settings.json has', () => {
  const script = read('bin/parley.sh');
  for (const [name, value] of Object.entries(settings.env)) {
    assert.ok(script.includes(`export ${name}="\${${name}:-${value}}"`), name);
  }
  assert.ok(script.includes(`bin/node" ${settings.flags.join(' ')} "$parley/src/main.js"`));
  for (const path of [
    'bin/parley.sh',
    'deploy/compose/create-roles.sh',
    'deploy/image/fill-compile-cache.sh',
  ]) {
    accessSync(join(REPOSITORY, path), constants.X_OK);
  }
});

test('the files for deployment agree on the version, the user, the ports and the roles of the database', () => {
  const { version } = manifest;
  const chart = parse(read(`${CHART}/Chart.yaml`));
  assert.deepEqual([chart.version, chart.appVersion], [version, version]);
  for (const services of composed) {
    for (const { image, environment } of Object.values(services)) {
      if (!image.includes('parley:')) continue;
      assert.equal(image, `\${IMAGE:-parley:${version}}`);
      if (environment?.PARLEY_ROLES) assert.equal(environment.PARLEY_HEALTH_PORT, 8082);
    }
  }
  const [, user] = /^USER (\d+):\1$/m.exec(read('Dockerfile'))!;
  const templates = globSync(`${CHART}/templates/*`, { cwd: REPOSITORY });
  const text = templates.map(read).join('\n');
  for (const field of ['runAsUser', 'runAsGroup', 'fsGroup']) assert.ok(text.includes(`${field}: ${user}`));
  assert.ok(text.includes('{ name: PARLEY_HEALTH_PORT, value: "8082" }'));
  const sqlOf = (path: string) => /^ *create role.*?template0;$/ms.exec(read(path))![0].replace(/^ +/gm, '');
  assert.equal(sqlOf(`${CHART}/templates/postgresql.yaml`), sqlOf('deploy/compose/create-roles.sh'));
});

test("the chart's templates use only values that values.yaml has, and its schema has the same", () => {
  const values = parse(read(`${CHART}/values.yaml`), { merge: true });
  const schema = JSON.parse(read(`${CHART}/values.schema.json`));
  const has = (path: string[]) => path.reduce((at, name) => at?.[name], values) !== undefined;
  let uses = 0;
  for (const name of globSync(`${CHART}/templates/*`, { cwd: REPOSITORY })) {
    for (const [use, path] of read(name).matchAll(/\.Values\.([A-Za-z.]+)/g)) {
      uses += 1;
      // The keys of these two are the names of settings.
      const parts = path!.startsWith('secrets.') ? ['secrets'] : path!.split('.').filter(Boolean);
      assert.ok(has(parts), `${name} uses ${use}`);
    }
  }
  assert.ok(uses > 30);
  const declared = Object.keys(schema.properties).filter((name) => name !== 'global');
  assert.deepEqual(declared.toSorted(), Object.keys(values).toSorted());
  for (const [name, part] of Object.entries<{ $ref?: string; properties?: object }>(schema.properties)) {
    const properties = part.$ref ? schema.definitions.role.properties : part.properties;
    if (properties)
      assert.deepEqual(Object.keys(properties).toSorted(), Object.keys(values[name]).toSorted(), name);
  }
});

test('every file that the files for deployment mount or point to exists', () => {
  for (const path of ['deploy/compose/compose.yaml', 'deploy/compose/embedded.yaml']) {
    for (const [, file] of read(path).matchAll(/^ *- (\.\/\S+?):/gm)) {
      assert.ok(existsSync(join(REPOSITORY, 'deploy/compose', file!)), `${path} mounts ${file}`);
    }
  }
  const [, page] = /^Documentation=file:\/\/\/opt\/parley\/(\S+)$/m.exec(
    read('deploy/systemd/parley.service'),
  )!;
  assert.ok(existsSync(join(REPOSITORY, page!)));
});
