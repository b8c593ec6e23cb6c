const MAX_CHARACTERS = 160;

/** The end of what was said before. */
export function tailOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const from = text.indexOf(' ', text.length - MAX_CHARACTERS);
  return `… ${text.slice(from < 0 ? text.length - MAX_CHARACTERS : from + 1)}`;
}

/** The beginning of what was said after. */
export function headOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const to = text.lastIndexOf(' ', MAX_CHARACTERS);
  return `${text.slice(0, to > 0 ? to : MAX_CHARACTERS)} …`;
}
