import { signalsOf } from '../../processing/conversations.ts';
import { sql } from '../../support/sql.ts';
import { deleteBlob, sweepBlobs } from './blob-jobs.ts';
import { applyRemap, fetchRecording, indexWords, processRun, runBacktest } from './conversation-jobs.ts';
import { loadDemo, removeDemo } from './demo-jobs.ts';
import { forgetExports, runExport } from './export-jobs.ts';
import type { Kind, Place, PreparedJob } from './job-kind.ts';
import { forgetAnswers, forgetAudit, forgetChanges, forgetVersions } from './retention-jobs.ts';

/** Waiting jobs, and the checks that each took effect exactly once. */
export type Prepared = {
  jobs: PreparedJob[];
  /** The meeting that is remapped; 0 if none is. */
  remappedId: number;
  /** Returns the faults in the effect of each kind of job. */
  effects(): Promise<{ job: string; wrong: string[] }[]>;
};

const KINDS: Record<string, Kind> = {
  'apply-remap': applyRemap,
  'process-run': processRun,
  'run-backtest': runBacktest,
  'run-export': runExport,
  'fetch-recording': fetchRecording,
  'load-demo': loadDemo,
  'remove-demo': removeDemo,
  'delete-blob': deleteBlob,
  'sweep-blobs': sweepBlobs,
  'forget-answers': forgetAnswers,
  'forget-versions': forgetVersions,
  'forget-changes': forgetChanges,
  'index-words': indexWords,
  'forget-exports': forgetExports,
  'forget-audit': forgetAudit,
};

/** Enqueues one job of each kind while no worker is running. */
export async function prepareJobs(given: Place & { prefix: string; only?: string[] }): Promise<Prepared> {
  const { front, databaseUrl, prefix, only = Object.keys(KINDS) } = given;
  const name = `Signal ${prefix}`;
  const signalId = await signalsOf(front.client).signal({
    signalName: name,
    prompt: 'Did somebody say "discount"?',
  });
  const prepared: {
    name: string;
    remappedId?: number;
    job?: Omit<PreparedJob, 'isQueued'>;
    after(): Promise<string[]>;
  }[] = [];
  for (const kind of only) prepared.push({ name: kind, ...(await KINDS[kind]!(given, prefix)) });
  const waiting = await sql<Omit<PreparedJob, 'isQueued'>>(
    databaseUrl,
    `select kind as name, organization_id::int as "organizationId", payload
     from jobs where state = 'waiting' and attempts = 0 and kind = any ($1)`,
    [only],
  );
  return {
    jobs: [
      ...waiting.map((one) => ({ ...one, isQueued: true })),
      ...prepared.flatMap(({ job }) => (job ? { ...job, isQueued: false } : [])),
    ],
    remappedId: prepared.find(({ remappedId }) => remappedId !== undefined)?.remappedId ?? 0,
    async effects() {
      const all: { job: string; wrong: string[] }[] = [];
      for (const { name: job, after } of prepared) all.push({ job, wrong: await after() });
      // Only its own signal judges the meetings of the next scene.
      await signalsOf(front.client).change(signalId, { enabled: false });
      return all;
    },
  };
}
