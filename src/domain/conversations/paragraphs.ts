/**
 * The paragraphs of a text that are not blank, in their order: what signals take for the entries of an e-mail.
 * Lines with nothing but white space part them. Line breaks of any kind become LF, white space at the ends goes.
 */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
