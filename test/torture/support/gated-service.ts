import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAiServer } from '../../support/ai-server.ts';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { startRecordingServer } from '../../support/recordings.ts';
import { createGates, type Gates } from './gates.ts';

/** Processes of one service, with its own database, whose jobs can be held. */
export type GatedService = {
  dataDir: string;
  databaseUrl: string;
  gates: Gates;
  recordings: { url(path: string): string };
  /** The processes in the order of their start. */
  children: ChildService[];
  /** Starts another process. */
  start(env: Record<string, string>): Promise<ChildService>;
};

/**
 * Runs `work` with a service whose AI provider and recordings wait at gates, and removes everything afterwards.
 * @param jobs the jobs whose calls of the provider wait; all if empty
 */
export async function withGatedService<Result>(
  { name, jobs }: { name: string; jobs: readonly string[] },
  work: (service: GatedService) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), `parley-${name}-`));
  const database = await createTestDatabase();
  const gates = createGates();
  const ai = await startAiServer();
  ai.answerWith(() => gates.pass(...jobs));
  const recordings = await startRecordingServer(gates.paths);
  const children: ChildService[] = [];
  const start = async (env: Record<string, string>) => {
    const child = await startChildService({
      databaseUrl: database.url,
      key: `a-key-for-the-service-of-${name}`,
      env: {
        PARLEY_DATA_DIR: dataDir,
        PARLEY_FETCH_ALLOW: '127.0.0.0/8',
        PARLEY_AI_PROVIDER: 'openai-compatible',
        PARLEY_AI_BASE_URL: ai.url,
        PARLEY_AI_MODEL: 'test-model',
        ...env,
      },
    });
    children.push(child);
    return child;
  };
  try {
    return await work({ dataDir, databaseUrl: database.url, gates, recordings, children, start });
  } finally {
    gates.openAll();
    await Promise.all(children.map((child) => child.kill()));
    recordings.close();
    await ai.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
