/** The forms of a language tag that {@link canonicalLanguage} reads, for error messages. */
export const LANGUAGE_FORM = 'a language tag (BCP 47) such as en or pt-BR';

/** Returns a BCP 47 language tag in its canonical form (`pt-br` as `pt-BR`), or undefined if it is none. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
