/** Names of the code points from 160 on. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

/** Letters from code point 913; `-` is a code point without a letter. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi ' +
  'Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi ' +
  'rho sigmaf sigma tau upsilon phi chi psi omega';

const OTHERS: Record<string, string> = {
  ...{ quot: '"', QUOT: '"', amp: '&', AMP: '&', lt: '<', LT: '<', gt: '>', GT: '>', apos: "'" },
  ...{ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ', circ: 'ˆ', tilde: '˜' },
  ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200C', zwj: '\u200D', lrm: '\u200E' },
  ...{ rlm: '\u200F', ndash: '–', mdash: '—', horbar: '―', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“' },
  ...{ rdquo: '”', bdquo: '„', dagger: '†', Dagger: '‡', bull: '•', hellip: '…', permil: '‰', prime: '′' },
  ...{ Prime: '″', lsaquo: '‹', rsaquo: '›', oline: '‾', frasl: '⁄', euro: '€', trade: '™', numero: '№' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', lArr: '⇐', rArr: '⇒', hArr: '⇔', check: '✓' },
  ...{
    forall: '∀',
    part: '∂',
    exist: '∃',
    empty: '∅',
    isin: '∈',
    sum: '∑',
    minus: '−',
    radic: '√',
    prop: '∝',
  },
  ...{
    infin: '∞',
    and: '∧',
    or: '∨',
    cap: '∩',
    cup: '∪',
    int: '∫',
    asymp: '≈',
    ne: '≠',
    equiv: '≡',
    le: '≤',
  },
  ...{ ge: '≥', sub: '⊂', sup: '⊃', loz: '◊', spades: '♠', clubs: '♣', hearts: '♥', diams: '♦', star: '☆' },
};

const NAMED = new Map<string, string>(Object.entries(OTHERS));
for (const [first, names] of [
  [160, LATIN_1],
  [913, GREEK],
] as const) {
  for (const [index, name] of names.split(' ').entries()) NAMED.set(name, String.fromCharCode(first + index));
}

/** Names that pages leave the semicolon out of, as browsers allow. */
const WITHOUT_SEMICOLON = new Set([
  ...LATIN_1.split(' '),
  ...['quot', 'amp', 'lt', 'gt', 'QUOT', 'AMP', 'LT', 'GT'],
]);

const MAX_CODE_POINT = 0x10ffff;
const REPLACEMENT = '\uFFFD';
const windows1252 = new TextDecoder('windows-1252');

/** Replaces HTML's character references, named and numbered; what is none of them stays as it is. */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html;
  return html.replace(
    /&(?:#[xX]([0-9a-fA-F]{1,8})|#([0-9]{1,8})|([a-zA-Z][a-zA-Z0-9]{1,30}))(;?)/g,
    (whole, hex?: string, decimal?: string, name?: string, semicolon?: string, offset?: number) => {
      if (name === undefined) return ofNumber(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
      const known = NAMED.get(name);
      if (semicolon !== '') return known ?? whole;
      // `&copy=1` is a parameter of a URL.
      const isParameter = html[offset! + whole.length] === '=';
      return WITHOUT_SEMICOLON.has(name) && !isParameter ? known! : whole;
    },
  );
}

/** Numbers from 128 to 159 are what Windows means by them, as in browsers. */
function ofNumber(codePoint: number): string {
  if (codePoint >= 0x80 && codePoint <= 0x9f) return windows1252.decode(Uint8Array.of(codePoint));
  const isCharacter =
    codePoint > 0 && codePoint <= MAX_CODE_POINT && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return isCharacter ? String.fromCodePoint(codePoint) : REPLACEMENT;
}
