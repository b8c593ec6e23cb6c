import { reasonOf } from '../domain/ai-usage/waiting.ts';
import { processRunJob } from '../domain/jobs.ts';
import { processRun } from '../domain/processing/process-run.ts';
import { failRun } from '../domain/processing/settle-run.ts';
import { handles } from './handles.ts';

export const processRunHandler = handles(
  processRunJob,
  ({ runId }, attempt, deps) => {
    const { processingLagSeconds } = deps.metrics;
    return processRun(deps, {
      ...{ organizationId: attempt.organizationId, runId, attempt },
      noteLag: (part, seconds) => processingLagSeconds.observe({ part }, seconds),
    });
  },
  (tx, { runId }, { organizationId, error }, { ai }) =>
    failRun(tx, [organizationId, runId], reasonOf(error), ai),
);
