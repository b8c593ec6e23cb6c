import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { demoCompany } from '@parley/demo';
import { openGet, rawGet, readAll } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';

/**
 * Answers to a recorded set of requests are the same, byte for byte, as when they were recorded: whatever is done for
 * speed shows nowhere. Where an answer is meant to change, delete the file: the next run writes it anew, and fails once.
 */
const RECORDED = fileURLToPath(new URL('./recorded-answers.json', import.meta.url));
const MEETINGS = 40;

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  const { meetings, users, crmRecords } = demoCompany();
  await service.client.put('/admin/v1/users', { users });
  await service.client.put('/admin/v1/crm-records', { records: crmRecords });
  for (const body of meetings.slice(0, MEETINGS)) {
    await service.client.ingest(body.meeting, { processImportedMeeting: false });
  }
});
after(() => service.stop());

function requests(): string[] {
  const from = 'from=2025-01-01T00:00:00Z';
  const { meetings } = demoCompany();
  const [first, , third] = meetings.map(({ meeting }) => meeting);
  const account = meetings.find(({ meeting }) => meeting.salesforceAccountId)!.meeting.salesforceAccountId!;
  return [
    `/v1/meetings?${from}`,
    `/v1/meetings?${from}&pageSize=50`,
    `/v1/meetings?${from}&pageSize=7&pageNumber=3`,
    `/v1/meetings?${from}&pageNumber=1000`,
    `/v1/meetings?${from}&to=${third!.endTime}`,
    `/v1/meetings?from=${third!.startTime}&pageSize=3`,
    `/v1/meetings?${from}&salesforceAccountId=${account}`,
    `/v1/meetings?${from}&attendeeEmailAddresses=${first!.host.email}`,
    `/v1/meetings?${from}&sourceTypes=ZOOM,GONG`,
    `/v1/meetings?${from}&sourceTypes=NOTHING`,
    '/v1/meetings',
    '/v1/meetings/1',
    '/v1/meetings/17',
    '/v1/meetings/999',
    '/v1/users?pageSize=50',
    '/v1/users?role=EDITOR',
    '/v1/signals/prompts',
    '/v2/signals/1/executions?executionFrom=2025-01-01T00:00:00Z',
  ];
}

test('the recorded requests are answered byte for byte as recorded, with gzip and without', async () => {
  const answers: Record<string, string> = {};
  for (const path of requests()) {
    const plain = await openGet(service.apiUrl, path, service.key);
    const { bytes } = await readAll(plain);
    const gzipped = await rawGet(service.apiUrl, path, service.key, 'gzip');
    const body = gzipped.headers['content-encoding'] === 'gzip' ? gunzipSync(gzipped.bytes) : gzipped.bytes;
    assert.ok(body.equals(bytes), `${path} holds the same with gzip`);
    answers[path] = `${plain.statusCode} ${createHash('sha256').update(bytes).digest('hex')}`;
  }
  if (!existsSync(RECORDED)) {
    writeFileSync(RECORDED, `${JSON.stringify(answers, null, 2)}\n`);
    assert.fail('the answers were recorded; run it again');
  }
  assert.deepEqual(answers, JSON.parse(readFileSync(RECORDED, 'utf8')));
});
