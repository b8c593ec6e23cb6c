import { deleteExpiredAnswers, IDEMPOTENCY_HOURS } from '../domain/idempotency.ts';
import { forgetAnswersJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const forgetAnswersHandler = handles(forgetAnswersJob, async (_payload, _attempt, { db }) => {
  await db.patient.query(deleteExpiredAnswers, [IDEMPOTENCY_HOURS]);
});
