import { forgetAudit } from '../domain/audit/forget-audit.ts';
import { forgetAuditJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const forgetAuditHandler = handles(forgetAuditJob, async (_payload, { signal }, { db, log }) => {
  const removed = await forgetAudit(db, signal);
  if (removed > 0) log.info({ removed }, 'old audit records were removed');
});
