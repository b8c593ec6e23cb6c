import { Fault } from './faults.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * @param maxBytes a whole number of MiB
 * @param advice stands behind the size that a file may have
 * @throws Fault, worded to follow the file's name and a colon, if it is too large
 */
export function refuseLarge(bytes: number, maxBytes: number, advice = ''): void {
  if (bytes <= maxBytes) return;
  throw new Fault('too large', `it has ${bytes} bytes and may have ${maxBytes / MEBIBYTE} MiB${advice}`);
}
