import { reasonOf } from '../domain/ai-usage/waiting.ts';
import { loadByJob } from '../domain/demo/load-by-job.ts';
import { giveUpDemo } from '../domain/demo/request-demo.ts';
import { loadDemoJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const loadDemoHandler = handles(
  loadDemoJob,
  (by, attempt, deps) => {
    const { organizationId } = attempt;
    return loadByJob({ ...deps, db: deps.db.of(organizationId) }, { organizationId, ...by }, attempt);
  },
  (tx, _payload, { organizationId, error }) => giveUpDemo(tx, organizationId, 'loaded', reasonOf(error)),
);
