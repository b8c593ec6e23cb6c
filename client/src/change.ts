import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** The kinds of entities that change. */
export type ChangeType = Schemas['Change']['type'];

/** The content of `data`: the entity as it is now. Meetings come without their transcripts. */
type Entities = {
  meeting: Omit<Schemas['MeetingWithRecording'], 'transcript'> & { hasTranscript: boolean };
  email: Schemas['Email'];
  execution: Schemas['Execution'];
  signal: Schemas['Signal'];
  user: Schemas['User'] & { id: string };
};

type ChangeOf<Type extends ChangeType> = Omit<Schemas['Change'], 'type' | 'data'> & {
  type: Type;
  /** The entity; absent unless it was requested, and if the entity is gone. */
  data?: Entities[Type];
  /** The place to continue from after this change: the value of `after`. */
  cursor: string;
};

/** A change of one entity, by its `type`. */
export type Change = { [Type in ChangeType]: ChangeOf<Type> }[ChangeType];
