/** A day's transcript has 1 MiB; this many bytes, parsed, times the files in work is what an import holds. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** Follows the size that such a file may have. */
export const SPLIT = '; split it';
