import { reasonOf } from '../domain/ai-usage/waiting.ts';
import { removeDemo } from '../domain/demo/remove-demo.ts';
import { giveUpDemo } from '../domain/demo/request-demo.ts';
import { removeDemoJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const removeDemoHandler = handles(
  removeDemoJob,
  (by, attempt, deps) => {
    const { organizationId } = attempt;
    return removeDemo({ ...deps, db: deps.db.of(organizationId) }, { organizationId, ...by }, attempt);
  },
  (tx, _payload, { organizationId, error }) => giveUpDemo(tx, organizationId, 'removed', reasonOf(error)),
);
