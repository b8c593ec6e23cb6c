import type { Readable } from 'node:stream';

const NEWLINE = 10;

/**
 * Passes on whole lines of a process's output, so that the lines of several processes never run into each other.
 * @returns a promise that resolves when the output has ended; what is left of a last line is then passed on as a line
 */
export function relayLines(output: Readable, write: (lines: string) => void): Promise<void> {
  let rest: Buffer[] = [];
  output.on('data', (chunk: Buffer) => {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      write(Buffer.concat([...rest, chunk.subarray(0, end)]).toString());
      rest = [];
    }
    if (end < chunk.length) rest.push(chunk.subarray(end));
  });
  return new Promise((resolve) => {
    output.once('close', () => {
      if (rest.length > 0) write(`${Buffer.concat(rest)}\n`);
      resolve();
    });
  });
}
