/**
 * Returns the paragraphs of a text that are not blank, in their order; signals treat them as the entries of an e-mail.
 * Paragraphs are separated by lines that contain only white space. Line breaks of any kind become LF, and white space
 * at the ends is removed.
 */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
