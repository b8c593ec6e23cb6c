const NUMERIC_TIMESTAMP_TAG = /^\d{1,9}(?::\d{2}){1,2}\.\d{3}$/;
const TAG = /^(\/?)([a-z]+)((?:\.[^\s.]+)*)(?:\s([\s\S]*))?$/i;
const LINE_BREAK_TAG = /^br\s*\/?$/i;
const CHARACTER_REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|nbsp|lrm|rlm|quot|apos));/g;
const STYLE_OVERRIDE = /\{\\[^{}\n]*\}/g;
const ASCII_SPACES = /[ \t\n\f\r]+/g;

const NAMED_CHARACTERS: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
  quot: '"',
  apos: "'",
};

// HTML tags are not part of WebVTT, but files that were converted from other caption formats have them.
const PLAIN_TAGS = new Set(['b', 'c', 'em', 'i', 'rt', 'ruby', 's', 'strong', 'u']);
const ATTRIBUTE_TAGS = new Set(['font', 'span']);
const SUBRIP_TAGS = new Set(['b', 'br', 'em', 'font', 'i', 's', 'span', 'strong', 'u']);

/** The text of a cue that one voice says; `voice` is undefined if the markup names nobody. */
export type Run = { text: string; voice?: string };

type Tag = { name: string; closing: boolean; annotation: string };

/**
 * Reads a WebVTT cue. Voice tags split it into runs, other known tags and timestamp tags are dropped (`<br>` becomes a line
 * break), and character references are decoded. A `<` that opens no known tag is text, so that files which do not escape
 * it lose no words. `</v>` closes the innermost voice, as it does in players.
 */
export function readWebVttCue(cue: string): Run[] {
  const one = readOneVoice(cue);
  if (one) return one.text.trim() === '' ? [] : [one];
  return joinRuns(readTags(cue, readWebVttTag, decodeReferences));
}

/** Reads a SubRip cue. HTML-like tags and `{\an8}` overrides are dropped. SubRip has no escapes, so `&amp;` is text. */
export function readSubRipCue(cue: string): Run[] {
  const text = cue.includes('{') ? cue.replace(STYLE_OVERRIDE, '') : cue;
  return joinRuns(readTags(text, readSubRipTag, (plain) => plain));
}

const VOICE_START = '<v ';
const VOICE_END = '</v>';
/** A name in which nothing has to be decoded or collapsed. */
const PLAIN_VOICE = /^[^\s&]+(?: [^\s&]+)*$/;

/** Reads a cue of the two forms that nearly all have, words without markup and `<v Name>words</v>`; undefined for others. */
function readOneVoice(cue: string): Run | undefined {
  if (!cue.includes('<')) return { text: decodeReferences(cue) };
  if (!cue.startsWith(VOICE_START)) return undefined;
  const nameEnd = cue.indexOf('>');
  const next = cue.indexOf('<', VOICE_START.length);
  const textEnd = next === -1 ? cue.length : next;
  if (nameEnd === -1 || nameEnd > textEnd) return undefined;
  if (next !== -1 && (next !== cue.length - VOICE_END.length || !cue.endsWith(VOICE_END))) return undefined;
  const voice = cue.slice(VOICE_START.length, nameEnd);
  if (!PLAIN_VOICE.test(voice)) return undefined;
  return { text: decodeReferences(cue.slice(nameEnd + 1, textEnd)), voice };
}

/** Makes one pass over the text. Each `<` looks ahead only to the next `<` or `>`, so the work is linear. */
function readTags(
  cue: string,
  readTag: (body: string) => Tag | undefined,
  decode: (s: string) => string,
): Run[] {
  const runs: Run[] = [];
  const voices: string[] = [];
  let pending = '';
  const endRun = () => {
    const voice = voices.at(-1);
    if (pending !== '') runs.push(voice ? { text: pending, voice } : { text: pending });
    pending = '';
  };

  let textFrom = 0;
  let open = cue.indexOf('<');
  while (open !== -1) {
    const end = nextAngleBracket(cue, open + 1);
    if (end === -1) break;
    const tag = cue[end] === '>' ? readTag(cue.slice(open + 1, end)) : undefined;
    if (!tag) {
      open = cue.indexOf('<', end);
      continue;
    }
    pending += decode(cue.slice(textFrom, open));
    textFrom = end + 1;
    if (tag.name === 'br') pending += '\n';
    if (tag.name === 'v') {
      endRun();
      if (tag.closing) voices.pop();
      else voices.push(decode(tag.annotation).replace(ASCII_SPACES, ' ').replace(/^ | $/g, ''));
    }
    open = cue.indexOf('<', textFrom);
  }
  pending += decode(cue.slice(textFrom));
  endRun();
  return runs;
}

function nextAngleBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3c || code === 0x3e) return at;
  }
  return -1;
}

function readWebVttTag(body: string): Tag | undefined {
  if (NUMERIC_TIMESTAMP_TAG.test(body)) return { name: 'time', closing: false, annotation: '' };
  if (LINE_BREAK_TAG.test(body)) return { name: 'br', closing: false, annotation: '' };
  const match = TAG.exec(body);
  if (!match) return undefined;
  const name = (match[2] ?? '').toLowerCase();
  const annotation = match[4] ?? '';
  const tag = { name, closing: match[1] === '/', annotation };
  if (name !== 'v' && name !== 'lang' && !PLAIN_TAGS.has(name) && !ATTRIBUTE_TAGS.has(name)) return undefined;
  if (annotation.trim() === '') return tag;
  if (tag.closing) return undefined;
  return mayBeAnnotated(name, annotation) ? tag : undefined;
}

/** A tag whose name is followed by words that cannot belong to it is text: `a <b and c> d` holds no tag. */
function mayBeAnnotated(name: string, annotation: string): boolean {
  if (name === 'v') return true;
  if (name === 'lang') return /^\s*[a-z\d-]+\s*$/i.test(annotation);
  return ATTRIBUTE_TAGS.has(name) && annotation.includes('=');
}

function readSubRipTag(body: string): Tag | undefined {
  const tag = readWebVttTag(body);
  return tag && SUBRIP_TAGS.has(tag.name) ? tag : undefined;
}

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(CHARACTER_REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED_CHARACTERS[name] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** Joins the runs of one voice that only blank runs separate; blank runs between voices are layout. */
function joinRuns(runs: Run[]): Run[] {
  const joined: Run[] = [];
  let layout = '';
  for (const run of runs) {
    const last = joined.at(-1);
    if (run.text.trim() === '') {
      layout += run.text;
    } else if (last && last.voice === run.voice) {
      last.text += layout + run.text;
      layout = '';
    } else {
      joined.push({ ...run });
      layout = '';
    }
  }
  joined.forEach((run, index) => {
    if (index > 0 && run.text.startsWith('\n')) run.text = run.text.slice(1);
    if (index < joined.length - 1 && run.text.endsWith('\n')) run.text = run.text.slice(0, -1);
  });
  return joined;
}
