import type { IncomingMessage, ServerResponse } from 'node:http';
import { wav } from '../../support/recordings.ts';

/** Holds the responses of other servers to jobs, so that many deliveries are in progress at once. */
export type Gates = {
  /** For an AI server's script: resolves when the answer may go out. */
  pass(...names: string[]): Promise<undefined>;
  /** For a server of recordings: `/call.wav` is answered in halves, the second one when it may go out. */
  paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Returns how many are held now. */
  waiting(): number;
  openAll(): void;
  closeAll(): void;
  /** Keeps holding those that wait, and no others. */
  letOthersPass(): void;
};

/** The complete contents of `/call.wav`. */
export const RECORDING = wav(1);

/** Shorter than any timeout for silence. */
const SIGN_OF_LIFE_MS = 500;

export function createGates(): Gates {
  let isClosed = true;
  let held: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => (isClosed ? held.push(resolve) : resolve()));
  return {
    async pass() {
      await wait();
      return undefined;
    },
    paths: {
      '/call.wav': async (_request, response) => {
        const half = RECORDING.length / 2;
        response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': RECORDING.length });
        response.write(RECORDING.subarray(0, half));
        const alive = setInterval(() => response.write(''), SIGN_OF_LIFE_MS);
        await wait();
        clearInterval(alive);
        response.end(RECORDING.subarray(half));
      },
    },
    waiting: () => held.length,
    openAll() {
      isClosed = false;
      for (const letGo of held) letGo();
      held = [];
    },
    closeAll() {
      isClosed = true;
    },
    letOthersPass() {
      isClosed = false;
    },
  };
}
