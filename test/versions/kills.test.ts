import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';

/** The service is killed while it replaces and restores versions: what was acknowledged is there, whole. */
const KILLS = 3;
const MEETINGS = 4;
const KEY = 'a-key-for-killed-versions-0123456789';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: ChildService;
const start = () => startChildService({ databaseUrl: database.url, key: KEY });
before(async () => {
  database = await createTestDatabase();
  service = await start();
});
after(async () => {
  await service.stop();
  await database.drop();
});

const segments = (mark: string) => Array.from({ length: 50 }, (_, n) => ({ text: `${mark}, line ${n}` }));

test('a kill leaves every acknowledged version readable, and no half-made one', async () => {
  /** Marks of the transcripts that were acknowledged, by meeting. */
  const acknowledged = Array.from({ length: MEETINGS }, () => new Set<string>());
  const ids: string[] = [];
  let number = 0;
  const ingest = async (index: number) => {
    const mark = `meeting ${index}, words ${number++}`;
    const call = meeting({ id: `killed-${index}`, transcript: { segments: segments(mark) } });
    ids[index] = await service.client.ingest(call, { processImportedMeeting: false });
    acknowledged[index]!.add(mark);
  };
  for (let index = 0; index < MEETINGS; index++) await ingest(index);
  for (let kill = 0; kill < KILLS; kill++) {
    let isKilled = false;
    let done = 0;
    const work = Array.from({ length: MEETINGS * 2 }, async (_, worker) => {
      const index = worker % MEETINGS;
      while (!isKilled) {
        try {
          if (worker < MEETINGS) await ingest(index);
          else await service.client.post(`/v1/meetings/${ids[index]}/versions/1/restore`);
          done++;
        } catch (error) {
          if (!isKilled) throw error;
        }
        if (done > 40 && !isKilled) {
          isKilled = true;
          await service.kill();
        }
      }
    });
    await Promise.all(work);
    service = await start();
    for (const [index, id] of ids.entries()) {
      const { versions } = (await service.client.get(`/v1/meetings/${id}/versions`)).body;
      const seen = new Set<string>();
      for (const [place, { version }] of versions.entries()) {
        assert.equal(version, versions.length - place, 'no number is left out');
        const { status, body } = await service.client.get(`/v1/meetings/${id}/versions/${version}`);
        assert.equal(status, 200);
        const mark = body.transcript.entries[0].text.replace(/, line 0$/, '');
        assert.deepEqual(body.transcript.entries, segments(mark), 'a transcript is whole');
        seen.add(mark);
      }
      for (const mark of acknowledged[index]!) assert.ok(seen.has(mark), mark);
    }
    const twice = await sql(
      database.url,
      `select from meeting_version_pieces p join meetings m on m.organization_id = p.organization_id
         and m.id = p.meeting_id and m.transcript_version = p.version`,
    );
    assert.equal(twice.length, 0, 'a transcript is in one place');
  }
});
