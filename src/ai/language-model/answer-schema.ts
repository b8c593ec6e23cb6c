import { Type } from '../../lib/schema-types.ts';

/** The kinds of findings. */
export const FINDING_KINDS = ['decision', 'next_step', 'open_question', 'topic', 'answer'];

const closed = { additionalProperties: false };
const quotes = Type.Array(Type.Object({ entry: Type.Integer(), text: Type.String() }, closed));

/**
 * The schema of all answers. All tasks share it, because providers put it before the prompt: with a schema for each task
 * they could not cache a conversation from one task to the next. All fields are required and none has two types, as the
 * strict mode of every provider demands; those modes refuse bounds, so the prompt states them.
 */
export const ANSWER_SCHEMA = Type.Object(
  {
    verdicts: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          reason: Type.String(),
          fired: Type.Boolean(),
          confidence: Type.Number(),
          quotes,
        },
        closed,
      ),
    ),
    responses: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String() }, closed)),
    findings: Type.Array(
      Type.Object(
        { kind: Type.String({ enum: FINDING_KINDS }), text: Type.String(), owner: Type.String(), quotes },
        closed,
      ),
    ),
  },
  closed,
);
