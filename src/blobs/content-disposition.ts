const MAX_FILE_NAME_LENGTH = 150;

/**
 * Control characters, what Windows forbids in names, path separators among them, and marks that turn the direction of text:
 * `exe.wav` for `vaw.exe`.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A file name that no system reads as a path or a hidden file; `recording` where nothing is left of it. */
export function safeFileName(name: string): string {
  const safe = name.toWellFormed().replaceAll(': ', ' - ').replace(UNSAFE, '_').trim().replace(/^\.+/, '');
  // Cut by code points: half a surrogate pair cannot be encoded.
  return [...safe].slice(0, MAX_FILE_NAME_LENGTH).join('').trim() || 'recording';
}

/**
 * `attachment` with the name as RFC 6266 has it: an ASCII form for old clients, `filename*` where that lost
 * something. ASCII only, so it can be a header as it is.
 */
export function attachmentNamed(name: string): string {
  const safe = safeFileName(name);
  // A percent sign in the plain form is decoded by some browsers, so it is left to filename*.
  const ascii = safe.replace(/[^\x20-\x7e]|["%]/gu, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === safe ? plain : `${plain}; filename*=UTF-8''${encodeStrictly(safe)}`;
}

/** Percent-encodes all but the unreserved characters of RFC 3986: what every URL parser leaves as it is. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const QUOTED = '"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"';
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?: *; *${TOKEN}=(?:${TOKEN}|${QUOTED}))*$`);
const MAX_MEDIA_TYPE_LENGTH = 200;

/** A media type as it may stand in a header, `type/subtype` with parameters; anything else becomes raw bytes. */
export function safeContentType(contentType: string): string {
  const fits = contentType.length <= MAX_MEDIA_TYPE_LENGTH && MEDIA_TYPE.test(contentType);
  return fits ? contentType : 'application/octet-stream';
}
