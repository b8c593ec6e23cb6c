const MEBIBYTE = 1024 ** 2;

/** The bytes that a file may have in `parley import`, unless it is an archive. */
const COMMAND_BYTES = 16 * MEBIBYTE;

/** The reason for which a file of more than `maxBytes` cannot be sent, with what helps: the command has limits, too. */
export function tooLarge({ size, archive }: { size: number; archive: boolean }, maxBytes: number): string {
  if (!archive && size > COMMAND_BYTES) {
    return `This file is larger than ${mebibytes(COMMAND_BYTES)}. Divide it.`;
  }
  return `This file is larger than ${mebibytes(maxBytes)}. Import it with \`parley import\`, or divide it.`;
}

/** `5 MiB` */
export const mebibytes = (bytes: number): string => `${Math.floor(bytes / MEBIBYTE)} MiB`;
