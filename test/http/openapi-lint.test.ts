import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

type Operation = {
  operationId: string;
  tags?: string[];
  security: unknown[];
  parameters: Record<string, unknown>[];
  responses: Record<string, { content: Record<string, { schema: unknown; example?: unknown }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };
type Problem = { ruleId: string };

const ROOT = new URL('../../', import.meta.url);
const LIST = '/v1/meetings';
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** One fault for each, by the rule that has to find it. */
const FAULTS: Record<string, (list: Operation, document: Document) => void> = {
  'operation-4xx-response': (list) => {
    for (const status of Object.keys(list.responses))
      if (status.startsWith('4')) delete list.responses[status];
  },
  'no-unresolved-refs': (list) => {
    list.responses['200']!.content['application/json']!.schema = { $ref: '#/components/schemas/Missing' };
  },
  'operation-operationId-unique': (list) => {
    list.operationId = 'getMeeting';
  },
  'path-parameters-defined': (list, document) => {
    document.paths['/v1/meetings/of/{user}'] = { get: { ...list, operationId: 'listMeetingsOfUser' } };
  },
  'no-invalid-media-type-examples': (list) => {
    list.responses['200']!.content['application/json']!.example = { meetings: 'none' };
  },
  'security-defined': (list) => {
    list.security = [{ Password: [] }];
  },
  'operation-tag-defined': (list) => {
    list.tags = ['Nowhere'];
  },
  'rule/operation-has-tags': (list) => {
    delete list.tags;
  },
  struct: (list) => {
    list.parameters[0]!.in = 'nowhere';
  },
};

test('the linter passes the committed document and finds each kind of fault in it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-lint-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const text = await readFile(new URL('openapi.json', ROOT), 'utf8');
  const files: string[] = [];
  for (const [rule, spoil] of Object.entries(FAULTS)) {
    const document: Document = JSON.parse(text);
    spoil(document.paths[LIST]!.get!, document);
    const file = join(folder, `${rule.replace('/', '-')}.json`);
    await writeFile(file, JSON.stringify(document));
    files.push(file);
  }
  assert.deepEqual(lint('openapi.json'), { status: 0, reports: [{ rules: [] }] });
  const { status, reports } = lint(...files);
  assert.equal(status, 1);
  for (const [i, rule] of Object.keys(FAULTS).entries()) {
    assert.ok(reports[i]!.rules.includes(rule), `${rule} was not found, only ${reports[i]!.rules}`);
  }
});

/** Lints as `npm run check` does. @returns the rules that each document breaks, in the order of the documents */
function lint(...files: string[]): { status: number | null; reports: { rules: string[] }[] } {
  const { status, stdout } = spawnSync('redocly', ['lint', '--format=json', ...files], {
    cwd: fileURLToPath(ROOT),
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const reports = stdout
    .trim()
    .split(/(?<=^\})\n*(?=\{$)/m)
    .map((report) => ({ rules: (JSON.parse(report).problems as Problem[]).map(({ ruleId }) => ruleId) }));
  return { status, reports };
}
