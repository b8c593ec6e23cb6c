/** A day's transcript has 1 MiB; this many bytes, parsed, times the files in work is what an import holds. */
export const MAX_FILE_BYTES: number = 16 * 1024 * 1024;

/** Files in archives are read into memory before a thread takes them: so many bytes of them at the same time. */
export const MAX_ARCHIVED_BYTES: number = 4 * MAX_FILE_BYTES;

/** Follows the size that such a file may have. */
export const SPLIT = '; split it';
