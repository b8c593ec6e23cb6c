import { deleteExpiredAnswers } from '../domain/idempotency.ts';
import { forgetAnswersJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const forgetAnswersHandler = handles(forgetAnswersJob, async (_payload, { signal }, { db }) => {
  await deleteExpiredAnswers(db.patient, signal);
});
