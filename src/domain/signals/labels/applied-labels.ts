/**
 * The judgement of a signal's labels on its evaluations, as parts of statements in which $1 is the organization and $2 the signal.
 * A label says something about a moment of a conversation, so it holds for other runs and versions too.
 */

/** The number that stands for a conversation in these statements. */
const SOURCE = 'coalesce(meeting_id, -email_id)';

/**
 * The newest evaluation of each conversation by version $3, as `judged`. Evaluations of words that have been replaced are left out.
 * Served by signal_evaluations_version and the primary key of processing_runs.
 */
export const JUDGED = `judged as materialized (
    select distinct on (source) source, run_id, state from (
      select ${SOURCE} as source, e.run_id, e.state
      from signal_evaluations e
      join processing_runs r on r.organization_id = $1 and r.id = e.run_id and r.stale_at is null
      where e.organization_id = $1 and e.signal_id = $2 and e.version = $3 and e.state <> 'failed'
    ) as all_judged order by source, run_id desc
  )`;

/** The labels of the signal, as `given`; `same_words` tells whether the conversation still has the words. */
export const GIVEN = `given as materialized (
    select l.evaluation_id, l.key_id, l.is_fired, l.quotes, l.is_right, l.is_drawn, l.labelled_at,
      coalesce(l.meeting_id, -l.email_id) as source,
      l.words_hash is not distinct from coalesce(m.transcript_hash, mail.content_hash) as same_words
    from signal_labels l
    left join meetings m on m.organization_id = $1 and m.id = l.meeting_id
    left join emails mail on mail.organization_id = $1 and mail.id = l.email_id
    where l.organization_id = $1 and l.signal_id = $2
  )`;

/** Whether label `l` and outcome `o`, which both have fired, quote the same entry, or the same words in another transcript. */
const SAME_MOMENT = `exists (
    select from jsonb_array_elements(l.quotes) as labelled (quote), jsonb_array_elements(o.quotes) as found (quote)
    where case when l.same_words then labelled.quote -> 'entryIndex' is not distinct from found.quote -> 'entryIndex'
      else strpos(labelled.quote ->> 'text', found.quote ->> 'text') > 0
        or strpos(found.quote ->> 'text', labelled.quote ->> 'text') > 0 end)`;

/**
 * Whether outcome `o` is right by label `l`; null if the label says nothing about it. If both have fired, it does if they quote the
 * same moment. A label of an evaluation that did not fire says whether the conversation has such a moment; an outcome
 * that does not fire misses each moment that was confirmed, and is right about each that was rejected.
 */
export const VERDICT = `case
    when l.is_fired and o.state = 'fired' then case when ${SAME_MOMENT} then l.is_right end
    when not l.same_words then null
    when l.is_fired = (o.state = 'fired') then l.is_right
    else not l.is_right end`;

/** The labels that say something about the evaluations `judged`, as `applied`. */
export const APPLIED = `applied as materialized (
    select o.run_id, o.state, l.key_id, l.evaluation_id, l.is_drawn and not l.is_fired as is_drawn, l.labelled_at, verdict.is_right
    from given l
    join (
      select j.source, j.run_id, j.state, e.quotes from judged j
      join signal_evaluations e on e.organization_id = $1 and e.run_id = j.run_id and e.signal_id = $2
    ) as o on o.source = l.source
    cross join lateral (select ${VERDICT} as is_right) as verdict
    where verdict.is_right is not null
  )`;

/**
 * The place of an evaluation `j` in the random order in which those of a signal are labelled. It depends on nothing but the ids of
 * signal and conversation, so it is the same for everybody and cannot depend on what was said.
 */
export const PLACE = `sha256(convert_to($2::bigint || ' ' || j.source, 'UTF8'))`;
