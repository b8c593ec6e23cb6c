/** `A`, `0`, `spk_0`, `S1`, `SPEAKER_00`, `speaker 2`: numbers and letters that services give to voices. */
const VOICE_LABEL = /^(?:(?:spk|speaker)[\s_-]*|S)?(\d{1,20})$|^(?:(?:spk|speaker)[\s_-]*)?([A-Z])$/i;
const MAX_SAFE_DIGITS = 15;

/**
 * Returns the name under which the speaker of a label is shown. Numbers and letters that a service gives to voices become
 * `Speaker 0` or `Speaker A`, as the service numbers them; anything else is a name. Undefined if nobody is named.
 */
export function speakerName(label: string | undefined): string | undefined {
  const name = label?.trim();
  if (name === undefined || name === '') return undefined;
  const [, number, letter] = VOICE_LABEL.exec(name) ?? [];
  if (letter !== undefined) return `Speaker ${letter.toUpperCase()}`;
  if (number === undefined) return name;
  return `Speaker ${number.length <= MAX_SAFE_DIGITS ? Number(number) : number}`;
}
