import type { Signal } from '../signals/queries.ts';

/** A follow-up prompt while it is written; `key` stays while it moves. */
export interface FollowUpDraft {
  key: number;
  name: string;
  prompt: string;
}

/** A signal while it is written. */
export interface Draft {
  signalName: string;
  prompt: string;
  /** Phrases that were typed are kept while the prompt decides, but not saved. */
  decidesBy: 'prompt' | 'phrases';
  /** One phrase a line. */
  phraseLines: string;
  saidBy: Signal['saidBy'];
  contextSource: Signal['contextSource'];
  followUps: FollowUpDraft[];
}

/** The part of a draft that is sent to the API. */
export type Asked = Pick<
  Signal,
  'signalName' | 'prompt' | 'phrases' | 'saidBy' | 'followUpPrompts' | 'contextSource'
>;

let nextKey = 1;

/** A follow-up prompt with a key of its own. */
export function newFollowUp(name = '', prompt = ''): FollowUpDraft {
  nextKey += 1;
  return { key: nextKey, name, prompt };
}

/** A signal as it is, to be changed. */
export function draftOf(asked: Asked): Draft {
  const { signalName, prompt, phrases, saidBy, followUpPrompts, contextSource } = asked;
  return {
    signalName,
    prompt,
    decidesBy: phrases.length > 0 ? 'phrases' : 'prompt',
    phraseLines: phrases.join('\n'),
    saidBy,
    contextSource,
    followUps: followUpPrompts.map((one) => newFollowUp(one.name, one.prompt)),
  };
}

/** A signal that is not there yet. */
export const NOTHING: Asked = {
  signalName: '',
  prompt: '',
  phrases: [],
  saidBy: 'anyone',
  followUpPrompts: [],
  contextSource: 'MEETING',
};

/** The phrases of the lines; those without words are no phrases. */
export function phrasesOf({ decidesBy, phraseLines }: Draft): string[] {
  if (decidesBy === 'prompt') return [];
  return phraseLines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A draft as the API takes it. */
export function askedBy(draft: Draft): Asked {
  const { signalName, prompt, saidBy, contextSource, followUps } = draft;
  return {
    signalName,
    prompt,
    phrases: phrasesOf(draft),
    saidBy,
    followUpPrompts: followUps.map(({ name, prompt: question }) => ({ name, prompt: question })),
    contextSource,
  };
}

const FIELDS = ['signalName', 'prompt', 'phrases', 'saidBy', 'followUpPrompts', 'contextSource'] as const;

/** Returns the fields in which the draft differs from the saved signal. */
export function changesOf(saved: Asked, draft: Draft): Partial<Asked> {
  const asked = askedBy(draft);
  const changed = FIELDS.filter((field) => JSON.stringify(asked[field]) !== JSON.stringify(saved[field]));
  return Object.fromEntries(changed.map((field) => [field, asked[field]]));
}

/** Tells whether the changes create a new version. */
export const makeVersion = ({ prompt, phrases, saidBy, followUpPrompts }: Partial<Asked>): boolean =>
  [prompt, phrases, saidBy, followUpPrompts].some((field) => field !== undefined);
