import { decodeEntities } from './html-entities.ts';

/** Elements whose content nobody reads. Their content is no markup: it ends at their own closing tag. */
const DROPPED = new Set(['script', 'style', 'title', 'textarea', 'noframes', 'xmp']);

/** Elements that stand apart by a blank line. */
const APART = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'pre',
  'table',
  'hr',
]);

/** Elements that begin and end a line. */
const LINES = new Set([
  ...['div', 'tr', 'li', 'dt', 'dd', 'address', 'article', 'aside', 'body', 'caption', 'center', 'fieldset'],
  ...[
    'figcaption',
    'figure',
    'footer',
    'form',
    'header',
    'main',
    'nav',
    'option',
    'section',
    'tbody',
    'thead',
  ],
]);

/** Deeper quotes are shown as this deep: each level costs two characters on every line. */
const MAX_QUOTE_DEPTH = 8;

/** Reads the element at `at`: its name in lower case, and where the tag ends. */
type Tag = { name: string; isClosing: boolean; attributes: string; end: number };

/**
 * The text of an HTML page as a person would read it: block elements begin lines and paragraphs, list items and
 * quotations are marked, links show where they lead, character references are decoded, scripts and styles are gone.
 * Takes time by the length of the page, whatever is wrong with its markup.
 */
export function htmlToText(html: string): string {
  const page = new TextPage();
  const findTag = tagFinder(html);
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open !== at) page.text(decodeEntities(html.slice(at, open < 0 ? undefined : open)));
    if (open < 0) break;
    const tag = findTag(open);
    if (tag === undefined) {
      page.text('<');
      at = open + 1;
      continue;
    }
    at = tag.end;
    if (!tag.isClosing && DROPPED.has(tag.name)) at = endOfDropped(html, tag);
    else page.tag(tag);
  }
  return page.finish();
}

/** Past the closing tag of an element that is dropped; without one, all the rest is its content. */
function endOfDropped(html: string, { name, end }: Tag): number {
  const closing = new RegExp(`</${name}[^a-zA-Z0-9]`, 'gi');
  closing.lastIndex = end;
  const found = closing.exec(html);
  if (!found) return html.length;
  const close = html.indexOf('>', found.index);
  return close < 0 ? html.length : close + 1;
}

/** Makes what reads the tag, comment or declaration at a `<`; undefined where the `<` is only a character. */
function tagFinder(html: string): (at: number) => Tag | undefined {
  const nameOf = /<(\/?)([a-zA-Z][^\s/>]*)/y;
  // The places after which no such quote follows, so that unclosed ones are not searched for to the end each time.
  const gone = new Map<string, number>();
  const indexOfQuote = (quote: string, from: number): number => {
    if (from >= (gone.get(quote) ?? Number.POSITIVE_INFINITY)) return -1;
    const found = html.indexOf(quote, from);
    if (found < 0) gone.set(quote, from);
    return found;
  };
  const endOfTag = (from: number): number => {
    const stop = /[>"']/g;
    stop.lastIndex = from;
    for (let found = stop.exec(html); found; found = stop.exec(html)) {
      if (found[0] === '>') return found.index + 1;
      // A quote counts after = only; one that nobody closes ends with its tag.
      const isValue = /=\s*$/.test(html.slice(Math.max(from, found.index - 8), found.index));
      const close = isValue ? indexOfQuote(found[0], found.index + 1) : -1;
      if (close >= 0) stop.lastIndex = close + 1;
    }
    return html.length;
  };
  return (at) => {
    if (html.startsWith('<!--', at)) {
      const close = html.indexOf('-->', at + 2);
      return { name: '', isClosing: false, attributes: '', end: close < 0 ? html.length : close + 3 };
    }
    if (/[!?/]/.test(html[at + 1] ?? '') && !/[a-zA-Z]/.test(html[at + 2] ?? '')) {
      const close = html.indexOf('>', at);
      return { name: '', isClosing: false, attributes: '', end: close < 0 ? html.length : close + 1 };
    }
    nameOf.lastIndex = at;
    const named = nameOf.exec(html);
    const start = at + (named ? named[0].length : 2);
    if (!named && html[at + 1] !== '!' && html[at + 1] !== '?') return undefined;
    const end = endOfTag(start);
    const name = named ? named[2]!.toLowerCase() : '';
    return { name, isClosing: named?.[1] === '/', attributes: html.slice(start, end), end };
  };
}

/** Text as it is laid out, line by line. */
class TextPage {
  readonly #lines: string[] = [];
  #line = '';
  /** True if white space is waiting for a word to part from the one before. */
  #isSpaced = false;
  /** Depth of elements that keep white space. */
  #preformatted = 0;
  #quotes = 0;
  /** A list's next number, or undefined for bullets. */
  readonly #lists: (number | undefined)[] = [];
  #marker = '';
  #link: { href: string; text: string } | undefined;

  text(text: string): void {
    if (this.#preformatted > 0) {
      for (const [index, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
        if (index > 0) this.#endLine();
        this.#add(line);
      }
      return;
    }
    for (const [index, word] of text.split(/[\s\u00A0]+/).entries()) {
      if (index > 0) this.#isSpaced = true;
      if (word === '') continue;
      this.#add(this.#isSpaced && this.#line !== '' ? ` ${word}` : word);
      this.#isSpaced = false;
    }
  }

  tag({ name, isClosing, attributes }: Tag): void {
    if (name === 'br') this.#breakLine();
    else if (name === 'a') this.#anchor(isClosing, attributes);
    else if (name === 'img') this.text(` ${attribute(attributes, 'alt') ?? ''} `);
    else if (name === 'td' || name === 'th') this.#isSpaced = true;
    else if (APART.has(name)) this.#apart(name, isClosing);
    else if (LINES.has(name)) {
      this.#endLine({ isSoft: true });
      if (name === 'li' && !isClosing) this.#marker = this.#nextMarker();
    }
  }

  finish(): string {
    this.#endLine({ isSoft: true });
    return this.#lines.join('\n').trim();
  }

  #add(text: string): void {
    if (this.#line === '' && text !== '') {
      const quote = '> '.repeat(Math.min(this.#quotes, MAX_QUOTE_DEPTH));
      this.#line = `${quote}${this.#marker}`;
      this.#marker = '';
    }
    this.#line += text;
    if (this.#link) this.#link.text += text;
  }

  #apart(name: string, isClosing: boolean): void {
    this.#endLine({ isSoft: true });
    // A list within a list goes on without a gap.
    const isNested = (name === 'ul' || name === 'ol') && this.#lists.length > (isClosing ? 1 : 0);
    if (!isNested) this.#blankLine();
    const step = isClosing ? -1 : 1;
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted + step);
    else if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes + step);
    else if (name === 'ul' || name === 'ol') {
      if (isClosing) this.#lists.pop();
      else this.#lists.push(name === 'ol' ? 1 : undefined);
    }
  }

  #nextMarker(): string {
    const number = this.#lists.at(-1);
    if (number === undefined) return '- ';
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${number}. `;
  }

  #anchor(isClosing: boolean, attributes: string): void {
    const link = this.#link;
    this.#link = undefined;
    // A link that shows its own address needs it only once.
    if (link && link.text.trim() !== '' && !link.text.includes(link.href.replace(/^https?:\/\/|\/$/g, ''))) {
      this.text(` <${link.href}>`);
    }
    const href = isClosing ? undefined : attribute(attributes, 'href')?.trim();
    if (href !== undefined && /^https?:\/\/\S+$/i.test(href)) this.#link = { href, text: '' };
  }

  #breakLine(): void {
    this.#endLine();
  }

  #blankLine(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  /** @param options.isSoft whether an empty line does not count */
  #endLine({ isSoft = false }: { isSoft?: boolean } = {}): void {
    const line = this.#line.trimEnd();
    this.#isSpaced = false;
    this.#line = '';
    if (line !== '') this.#lines.push(line);
    // Several blank lines say no more than one.
    else if (!isSoft) this.#blankLine();
  }
}

/** The value of an attribute, decoded; undefined where the tag has none. */
function attribute(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"?|'([^']*)'?|([^\\s>]+))`, 'i');
  const found = pattern.exec(attributes);
  const value = found && (found[1] ?? found[2] ?? found[3]);
  return value === null || value === undefined ? undefined : decodeEntities(value);
}
