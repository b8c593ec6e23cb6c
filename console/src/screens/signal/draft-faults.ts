import { ParleyError } from '../../api.ts';
import { type Asked, type Draft, phrasesOf } from './draft.ts';

/** The errors of a draft by field; `others` holds those that belong to no field. */
export interface DraftFaults {
  signalName?: string;
  prompt?: string;
  phrases?: string;
  contextSource?: string;
  /** Indexed by the position in the list. */
  followUps: Record<number, { name?: string; prompt?: string }>;
  others: string[];
}

export const NO_FAULTS: DraftFaults = { followUps: {}, others: [] };

const BAD_REQUEST = 400;
/** `followUpPrompts[1].name must not be empty`: the field as the API names it, and what it takes. */
const FAULT = /^([A-Za-z]+)(?:\[(\d+)\])?(?:\.([A-Za-z]+))? (.*)$/s;

/** Assigns the API's error messages to the fields of the draft. Returns undefined for other failures. */
export function faultsOf(error: unknown, { phrases }: Pick<Asked, 'phrases'>): DraftFaults | undefined {
  if (!(error instanceof ParleyError) || error.status !== BAD_REQUEST) return undefined;
  const faults: DraftFaults = { followUps: {}, others: [] };
  for (const sentence of error.message.split('; ')) place(sentence, phrases, faults);
  return faults;
}

function place(sentence: string, phrases: readonly string[], faults: DraftFaults): void {
  const [, field, position, part, takes] = FAULT.exec(sentence) ?? [];
  const index = Number(position);
  if (field === 'signalName' || field === 'prompt' || field === 'contextSource') {
    faults[field] = sentenceOf(takes!);
  } else if (field === 'phrases') {
    const which = position === undefined ? '' : `“${phrases[index] ?? index + 1}” `;
    const fault = which ? `${which}${takes}` : sentenceOf(takes!);
    faults.phrases = faults.phrases ? `${faults.phrases}; ${fault}` : fault;
  } else if (field === 'followUpPrompts' && position !== undefined) {
    const one = faults.followUps[index] ?? {};
    one[part === 'prompt' ? 'prompt' : 'name'] = sentenceOf(takes!);
    faults.followUps[index] = one;
  } else {
    faults.others.push(sentenceOf(sentence));
  }
}

function sentenceOf(words: string): string {
  const told = words.replace(/followUpPrompts\[(\d+)\]/, (_, place) => `follow-up ${Number(place) + 1}`);
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/** Checks what the API cannot: it would treat a draft without phrases as one that matches by prompt. */
export function checkDraft(draft: Draft): DraftFaults | undefined {
  if (draft.decidesBy === 'prompt' || phrasesOf(draft).length > 0) return undefined;
  return { ...NO_FAULTS, phrases: 'Enter at least one phrase, or use the prompt instead' };
}
