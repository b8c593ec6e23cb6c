import type { Database, Statement, Transaction } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { APPLIED, GIVEN, JUDGED, PLACE } from './applied-labels.ts';
import { noSuchEvaluation } from './evaluation-id.ts';
import type { FoundEvaluation } from './find-evaluation.ts';

export const VERDICTS = ['right', 'wrong'] as const;

/** Whether an evaluation was right, and why. */
export type LabelContent = { verdict: (typeof VERDICTS)[number]; note?: string };

/** A label as it is stored; times are milliseconds since the epoch. */
export type StoredLabel = { isRight: boolean; note: string | null; isDrawn: boolean; labelledAtMs: number };

/**
 * A label counts as drawn at random if its evaluation is one of this many that are next in the random order. People may skip some,
 * and several may work through them at the same time.
 */
const DRAWN_AHEAD = 100;

const selectIsDrawn: Statement = {
  name: 'select-evaluation-is-drawn',
  // Served as JUDGED says, with a hash for each evaluation of the version.
  text: `with ${JUDGED}, ${GIVEN}, ${APPLIED}, own as (
      select ${PLACE} as place from judged j where j.run_id = $4 and j.state = 'not_fired'
    )
    select count(*) < ${DRAWN_AHEAD} as "isDrawn" from own
    left join judged j on j.state = 'not_fired' and ${PLACE} < own.place
      and j.run_id not in (select run_id from applied)
    having count(own.place) > 0`,
};

const selectLabel: Statement = {
  name: 'select-label',
  // Served by the primary key.
  text: `select is_right as "isRight", note, is_drawn as "isDrawn", labelled_at as "labelledAtMs" from signal_labels
         where organization_id = $1 and evaluation_id = $2 and key_id = $3 for update`,
};

const upsertLabel: Statement = {
  name: 'upsert-label',
  // A label that is changed stays drawn.
  text: `insert into signal_labels as known (organization_id, evaluation_id, key_id, signal_id, meeting_id, email_id,
           words_hash, is_fired, quotes, is_right, note, is_drawn, model, confidence, first_fired, labelled_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())
         on conflict (organization_id, evaluation_id, key_id) do update set is_right = excluded.is_right,
           note = excluded.note, words_hash = excluded.words_hash, labelled_at = excluded.labelled_at
         returning is_right as "isRight", note, is_drawn as "isDrawn", labelled_at as "labelledAtMs"`,
};

/** The key of those who have none, at the command line. */
const NO_KEY = 0;

/**
 * Labels an evaluation, or changes the label that the same key has given it. A label that stays the same is not audited.
 * @throws Fault 404 if the conversation has been deleted in the meantime
 */
export function labelEvaluation(
  db: Database,
  actor: Actor,
  evaluation: FoundEvaluation,
  { verdict, note }: LabelContent,
): Promise<StoredLabel> {
  const { organizationId, keyId = NO_KEY } = actor;
  const { id, signalId, meetingId, emailId, wordsHash, quotes, model, confidence, votes } = evaluation;
  const isFired = evaluation.state === 'fired';
  return db.transaction(async (tx) => {
    if (!(await stillExists(tx, organizationId, evaluation))) throw noSuchEvaluation();
    const [known] = await tx.query<StoredLabel>(selectLabel, [organizationId, id, keyId]);
    const isRight = verdict === 'right';
    if (known && known.isRight === isRight && known.note === (note ?? null)) return known;
    const isDrawn = known?.isDrawn ?? (await wasDrawn(tx, organizationId, evaluation));
    const [stored] = await tx.query<StoredLabel>(upsertLabel, [
      ...[organizationId, id, keyId, signalId, meetingId, emailId, wordsHash],
      ...[isFired, JSON.stringify(quotes), isRight, note ?? null, isDrawn],
      ...[model, confidence, votes?.[0] ?? isFired],
    ]);
    // The note may quote the conversation, which the audit outlives.
    await recordAudit(tx, actor, 'evaluation.label', `evaluation ${id}`, { signalId, verdict });
    return stored!;
  });
}

const lockMeeting: Statement = {
  name: 'lock-meeting-of-label',
  // Served by the primary key. The deletion of the meeting waits for the label, and deletes it.
  text: 'select 1 from meetings where organization_id = $1 and id = $2 for key share',
};

const lockEmail: Statement = {
  name: 'lock-email-of-label',
  // Served by the primary key.
  text: 'select 1 from emails where organization_id = $1 and id = $2 for key share',
};

async function stillExists(
  tx: Transaction,
  organizationId: number,
  { meetingId, emailId }: FoundEvaluation,
): Promise<boolean> {
  const found =
    meetingId === null
      ? await tx.query(lockEmail, [organizationId, emailId])
      : await tx.query(lockMeeting, [organizationId, meetingId]);
  return found.length > 0;
}

async function wasDrawn(
  tx: Transaction,
  organizationId: number,
  { ref, signalId, version, state }: FoundEvaluation,
): Promise<boolean> {
  if (ref.of !== 'run' || state === 'fired') return false;
  const values = [organizationId, signalId, version, ref.runId];
  const [row] = await tx.query<{ isDrawn: boolean }>(selectIsDrawn, values);
  return row?.isDrawn ?? false;
}

const deleteLabel: Statement = {
  name: 'delete-label',
  // Served by the primary key.
  text: `delete from signal_labels where organization_id = $1 and evaluation_id = $2 and key_id = $3
         returning signal_id as "signalId"`,
};

/**
 * Takes back the label that the key has given an evaluation.
 * @throws Fault 404 if it has given none
 */
export function unlabelEvaluation(db: Database, actor: Actor, evaluationId: string): Promise<void> {
  const { organizationId, keyId = NO_KEY } = actor;
  return db.transaction(async (tx) => {
    const values = [organizationId, evaluationId, keyId];
    const [deleted] = await tx.query<{ signalId: number }>(deleteLabel, values);
    if (!deleted) throw new Fault('missing', 'The API key has not labelled this evaluation');
    await recordAudit(tx, actor, 'evaluation.unlabel', `evaluation ${evaluationId}`, deleted);
  });
}
