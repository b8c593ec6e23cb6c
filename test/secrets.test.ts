import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateKey, isWellFormedKey } from '../src/domain/keys/key-format.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Larger ones are pictures and sounds. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Forms that makers of secrets gave them, so that scanners find them. */
const FORMS: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a key of OpenAI or Anthropic': /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abposr]-[A-Za-z0-9-]{20,}/,
  'a key of Google': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a JSON Web Token': /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
  'a password in a URL of a database':
    /\bpostgres(?:ql)?:\/\/\w+:(?!password\b|secret\b|pass\b|pw\b)[^\s@:/'"`${}<>*]{8,}@(?!localhost|127\.|host\b)[\w.-]+/,
};

/** Every secret of a known form in the text, Parley's own keys by their checksum. */
function secretsIn(text: string): string[] {
  const own = [...text.matchAll(/\bparley_[0-9A-Za-z]{38}\b/g)].filter(([key]) => isWellFormedKey(key));
  const others = Object.entries(FORMS).filter(([, form]) => form.test(text));
  return [...own.map(([key]) => `the key ${key.slice(0, 12)}…`), ...others.map(([what]) => what)];
}

const isClone = existsSync(join(ROOT, '.git'));

test('no secret is committed', { skip: isClone ? false : 'this is no clone of the repository' }, (t) => {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((file) => file !== '');
  assert.ok(files.length > 500);
  const faults: string[] = [];
  for (const file of files) {
    const path = join(ROOT, file);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MAX_BYTES) continue;
    for (const secret of secretsIn(readFileSync(path, 'latin1'))) faults.push(`${file} has ${secret}`);
  }
  assert.deepEqual(faults, []);
  t.diagnostic(`${files.length} files`);
});

test('the scan finds planted secrets', () => {
  // Put together here, so that the scan does not find them in this file.
  const secrets = [
    generateKey(),
    `-----BEGIN PRIVATE ${'KEY'}-----\n${'A'.repeat(64)}`,
    `AKIA${'A1'.repeat(8)}`,
    `sk-ant-${'a1'.repeat(20)}`,
    `ghp_${'a1'.repeat(18)}`,
    `npm_${'a1'.repeat(18)}`,
    `xoxb-${'12'.repeat(12)}`,
    `AIza${'a1'.repeat(17)}b`,
    `eyJ${'a'.repeat(30)}.eyJ${'b'.repeat(30)}.${'c'.repeat(30)}`,
    `postgres://parley:${'hunter2hunter2'}@db.example.com/parley`,
  ];
  for (const secret of secrets) assert.equal(secretsIn(`x = '${secret}'`).length, 1, secret);
  const harmless = [
    'parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c',
    'postgres://user:password@host:5432/db',
    'sk-short',
  ];
  for (const text of harmless) assert.deepEqual(secretsIn(text), [], text);
});
