/** A template literal of a source text: what stands between its parts, and what is around it. */
export type TemplateLiteral = {
  /** 1 for the first line. */
  line: number;
  /** The text with `\u0000` in each place of an interpolation. */
  text: string;
  /** The source of each interpolation. */
  interpolations: string[];
  /** Whether it is joined to something by `+`. */
  isConcatenated: boolean;
};

/** Finds every template literal, nested ones too; comments, strings and regular expressions are passed over. */
export function templateLiterals(source: string): TemplateLiteral[] {
  const found: TemplateLiteral[] = [];
  readCode(source, 0, '', found);
  return found;
}

/** Reads code up to an unmatched `}`, or the end. @returns the index of it */
function readCode(source: string, start: number, until: string, found: TemplateLiteral[]): number {
  let depth = 0;
  let index = start;
  while (index < source.length) {
    const rest = source.slice(index, index + 2);
    const char = source[index]!;
    if (rest === '//') index = endOf(source, '\n', index);
    else if (rest === '/*') index = endOf(source, '*/', index) + 2;
    else if (char === "'" || char === '"') index = endOfQuoted(source, index, char);
    else if (char === '/' && startsRegExp(source, index)) index = endOfRegExp(source, index);
    else if (char === '`') index = readTemplate(source, index, found);
    else {
      if (char === '{') depth++;
      if (char === '}' && depth-- === 0 && until === '}') return index;
      index++;
    }
  }
  return index;
}

function readTemplate(source: string, start: number, found: TemplateLiteral[]): number {
  const interpolations: string[] = [];
  let text = '';
  let index = start + 1;
  while (source[index] !== '`') {
    if (index >= source.length) throw new Error('a template literal has no end');
    if (source[index] === '\\') {
      text += source.slice(index, index + 2);
      index += 2;
    } else if (source.startsWith('${', index)) {
      const end = readCode(source, index + 2, '}', found);
      interpolations.push(source.slice(index + 2, end));
      text += '\0';
      index = end + 1;
    } else {
      text += source[index];
      index++;
    }
  }
  const isConcatenated =
    /\+\s*$/.test(source.slice(Math.max(0, start - 20), start)) ||
    /^\s*\+/.test(source.slice(index + 1, index + 20));
  found.push({ line: source.slice(0, start).split('\n').length, text, interpolations, isConcatenated });
  return index + 1;
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end < 0 ? source.length : end;
}

function endOfQuoted(source: string, start: number, quote: string): number {
  let index = start + 1;
  while (index < source.length && source[index] !== quote) index += source[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** A slash begins a regular expression if no value ends before it. */
function startsRegExp(source: string, index: number): boolean {
  const before = source.slice(Math.max(0, index - 40), index).trimEnd();
  return before === '' || /[=(,:;!&|?{}[\n+~]$|\b(?:return|typeof|case|of|in)$/.test(before);
}

function endOfRegExp(source: string, start: number): number {
  let isInClass = false;
  let index = start + 1;
  while (index < source.length && (isInClass || source[index] !== '/')) {
    if (source[index] === '[') isInClass = true;
    if (source[index] === ']') isInClass = false;
    index += source[index] === '\\' ? 2 : 1;
  }
  return index + 1;
}
