import { canonicalLanguage } from '../../../../lib/language.ts';
import type { JsonPlace } from './place.ts';

/** Codes of ISO 639-2 that name no language: undetermined, and no words. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'mis']);
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Reads a language: a tag (`en-US`, `en_us`), a code of three letters (`eng`) or an English name (`english`, as Whisper has
 * it). Returns its BCP 47 tag; undefined if it is absent or names no language.
 */
export function languageAt(place: JsonPlace): string | undefined {
  const text = place.optionalText();
  if (text === undefined) return undefined;
  if (!TAG.test(text)) return languageByName(text);
  const tag = canonicalLanguage(text.replaceAll('_', '-'));
  return tag === undefined || NO_LANGUAGE.has(tag.split('-')[0]!) ? undefined : tag;
}

let byName: Map<string, string> | undefined;

function languageByName(name: string): string | undefined {
  if (byName === undefined) {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
    byName = new Map(
      codes.map((code) => [names.of(code)?.toLowerCase() ?? '', canonicalLanguage(code) ?? code]),
    );
  }
  const lowerCaseName = name.toLowerCase();
  return lowerCaseName === '' ? undefined : byName.get(lowerCaseName);
}
