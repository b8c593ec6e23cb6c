/**
 * Tells which sentences of a conversation can be shown alone. Most spoken sentences cannot: they hesitate, start anew, run
 * into each other, or refer to what was said before. The rules are strict, because a reader sees nothing but the sentence.
 * They are for English.
 */

/** Words that begin a spoken sentence and say nothing, as in `Yeah, so`. */
const LEAD =
  /^(?:(?:so|and|but|yeah|yes|yep|yup|no|okay|ok|'kay|well|then|also|now|alright|all right|sure|great|perfect|cool|awesome|excellent|nice|right|anyway|because|finally|lastly|absolutely|definitely|of course|got it|agreed|I agree|I see|exactly|sounds good|makes sense|good point|good idea|no problem|no worries|fair enough|that's fine|u[hm]+|hmm+|(?:thanks|thank you)(?: so much| a lot| very much)?(?: for (?:that|sharing|asking))?|for sure|in any case|anyways|I mean)\b[,.!]* *)+/i;

/** Returns the sentence without words at its beginning that say nothing, and with plain apostrophes. */
const withoutLead = (sentence: string): string => sentence.replaceAll('’', "'").replace(LEAD, '');

/** The place where a clause with a subject of its own begins: `the vendor is late, so I will send a reminder`. */
const CLAUSE = /(?:(?:[,;:.] ?|\s)(?:(?:and|so|but|then|yeah)[, ]+)+|, )(?=(?:I|we)(?:'\w+)?\s)/gi;
/** Words before a clause without which it says something else. */
const BINDS =
  /\b(?:if|once|when|unless|until|as soon as|whether|would|could|should|might|before|after|not|while|either|or|said|says|think|thought|hope|maybe|perhaps)\b|n't\b|\?/i;

/** Returns the sentence and its last clause, if that can be understood without the others; both begin with their subject. */
export function clausesOf(sentence: string): string[] {
  const plain = withoutLead(sentence);
  const last = [...plain.matchAll(CLAUSE)].at(-1);
  if (!last || BINDS.test(plain.slice(0, last.index))) return [plain];
  return [plain, plain.slice(last.index + last[0].length)];
}

/** Words of somebody who hesitates, is not sure, is polite, or has no better word. */
const HESITANT =
  /\b(?:u[hm]+|e[hr]m|hmm+|mm+|ah|oh|you know|I mean|I (?:guess|think|believe|hope|suppose)|I don't know|kind of|sort of|or something|whatever|whatnot|and so on|et cetera|blah|stuff|things?|thingy?|basically|maybe|perhaps|probably|possibly|might|obviously|actually|literally|yeah|again|right\?|okay|ok|sorry|hey|hi|hello|thanks?|thank you|somehow|let me|let's see|if (?:possible|so|not|needed|necessary)|I can|just (?:in case|for|to)|like,|in case|excuse me)\b|(?:,|\b(?:like|when|so|is|are|or|and|was|by|with|to|of|on)) like\b|\b(?:on top of|this from)\b|\byour (?:PR|pull request|proposal|question|point)\b|[{}[\]…–—"]|--| - |\.\.|\$/i;

/** A word or two said twice, and a word after which somebody starts anew: `the the plan`, `we, the plan`. */
const STUTTER =
  /(?<![\p{L}'])([\p{L}']+)[,.]? \1(?![\p{L}'])|(?<![\p{L}'])([\p{L}']+ [\p{L}']+),? \2(?![\p{L}'])/iu;
const RESTART =
  /\b(?:I|we|to|the|an?|of|in|is|are|that|with|will|for|by|our|my|and|or)(?: ?,| ?-) |(?:,|\bis,|\bare) (?:well|right|I|we|it|you|yay)\b|(?:\bis,|\bare) so\b|\b(?:is|are) is\b|\b(?:the|an?|our|my|your) (?:the|an?|to|of|and|I|we|is|are|was|our|my)\b|\b(?:to|of) (?:to|of|and|that|I|we|is|are|was)\b|\b(?<![\p{L}'_])[b-hj-z] (?=\p{L})/iu;

/** Words that stand for something that was named before. */
const REFERS =
  /\b(?:it(?!(?:'s| is)(?: still| now| all)* (?:settled|decided|agreed|unclear|not clear|undecided|open)\b)(?:'s)?|its|they|they're|they'll|them|their|theirs|he|she|he's|she's|him|his|hers?|these|those|such|there|there's|here|here's|ones?|same|others?|both|former|latter|above|that's|that'll|something|someone|somebody|anything|anyone|everything|everybody|as well|too|instead|otherwise|either|like (?:I|we|you) said|in return)\b|\bthis\b(?! (?:call|meeting|recording|week|month|quarter|year|afternoon|evening|morning|spring|summer|autumn|fall|winter|coming|mon|tues|wednes|thurs|fri|satur|sun))|\bthat\b(?! (?:we|the|an?|I|you|our|your|my|all|every\w*|no|any|each)\b)/i;

/** The end of a sentence that is broken off. */
const ENDS_EARLY =
  /(?:(?<!\b(?:who|what|how|where|which|whether|when)\b.*)\b(?:is|are)|\b(?:and|or|but|so|the|an?|to|of|for|with|in|on|at|by|from|about|into|as|was|be|will|can|that|which|who|our|my|your|if|when|because|I|we|just|very|more|also|going|have|need|whether|how|new|some|then|around|be able))[.!?]?$|[,;:-][.!?]?$/i;

const MIN_WORDS = 5;
const MAX_WORDS = 30;
const MAX_COMMAS = 3;
/** More subjects than these are several sentences that a transcript has joined. */
const MAX_SUBJECTS = 2;
const SUBJECT = /\b(?:I|we|you)(?:'\w+)?\b(?! (?:need|want)\b)/gi;

/** `After the call, I will send the notes`. */
const TIME = /^[^,]{3,30}, (?=I\b|we\b)/i;
/** What follows a clause can refer to that clause: `I will send the meeting notes to procurement, so they can`. */
const SECOND_CLAUSE = /(?<=^(?:\S+ ){6,}\S+) (?:and|so|because|once)\b.*$/;
const PRONOUN = /\b(?:it|its|it's|they|them|their|something)\b/gi;

/** Returns whether a reader understands the sentence alone and at once. */
export function standsAlone(sentence: string): boolean {
  const plain = withoutLead(sentence);
  const words = plain.split(' ').length;
  if (words < MIN_WORDS || words > MAX_WORDS || ENDS_EARLY.test(plain)) return false;
  if (HESITANT.test(plain) || STUTTER.test(plain) || RESTART.test(plain.replace(TIME, ''))) return false;
  if (REFERS.test(plain.replace(SECOND_CLAUSE, (clause) => clause.replaceAll(PRONOUN, '')))) return false;
  return count(plain, /,/g) <= MAX_COMMAS && count(plain, SUBJECT) <= MAX_SUBJECTS;
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;
