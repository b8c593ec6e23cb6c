import { setTimeout as delay } from 'node:timers/promises';
import type { ChildService } from '../../support/child-service.ts';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';
import { type Recording, upload } from './stored-recordings.ts';

/** A meeting that was acknowledged; times are those of performance.now(). */
export type WrittenMeeting = {
  id: string;
  storedMs: number;
  recording?: Recording;
  recordedMs?: number;
  /** When its deletion was requested. */
  deletedMs?: number;
};

export type BackupWriters = {
  /** All acknowledged meetings. */
  written(): readonly WrittenMeeting[];
  /** Rejects if a request is refused. */
  failed: Promise<never>;
  finish(): Promise<void>;
};

const MAX_SEGMENTS = 60;
const MAX_RECORDING_BYTES = 200_000;

/** Starts writers that store meetings, record every second one, and delete every fourth one some time later. */
export function startBackupWriters(
  service: ChildService,
  { writers, pauseMs, seed, key }: { writers: number; pauseMs: number; seed: number; key: string },
): BackupWriters {
  const written: WrittenMeeting[] = [];
  let isOver = false;
  let fail: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const write = async (lane: number) => {
    const random = seededRandom(seed + lane);
    const old: WrittenMeeting[] = [];
    for (let number = 0; !isOver; number++) {
      const one = await store(service, `${lane}-${number}`, random);
      written.push(one);
      if (number % 2 === 0) {
        const recording = { bytes: 1 + Math.floor(random() * MAX_RECORDING_BYTES), seed: number };
        const status = await upload(service, key, one.id, recording);
        if (status !== 200) throw new Error(`a recording was answered ${status}`);
        Object.assign(one, { recording, recordedMs: performance.now() });
      }
      old.push(one);
      if (number % 4 === 3) await remove(service, old.splice(Math.floor(random() * old.length), 1)[0]!);
      await delay(random() * pauseMs);
    }
  };
  const lanes = Array.from({ length: writers }, (_, lane) => write(lane));
  for (const lane of lanes) lane.catch((error) => fail(error));
  return {
    written: () => written,
    failed,
    async finish() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

async function store({ client }: ChildService, id: string, random: () => number): Promise<WrittenMeeting> {
  const segments = Array.from({ length: 1 + Math.floor(random() * MAX_SEGMENTS) }, (_, index) => ({
    text: `${id}/${index} ${random().toString(36).repeat(4)}`,
    timestampSeconds: index,
    speaker: { name: 'Ada Park' },
  }));
  const body = meeting({ id, title: `Call ${id}`, transcript: { segments } });
  const meetingId = await client.ingest(body, { processImportedMeeting: false });
  return { id: meetingId, storedMs: performance.now() };
}

async function remove({ client }: ChildService, one: WrittenMeeting): Promise<void> {
  one.deletedMs = performance.now();
  const { status } = await client.delete(`/v1/meetings/${one.id}`);
  if (status !== 204) throw new Error(`a deletion was answered ${status}`);
}
