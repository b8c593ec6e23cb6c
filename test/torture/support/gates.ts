import type { IncomingMessage, ServerResponse } from 'node:http';
import { wav } from '../../support/recordings.ts';

/** Holds the responses of other servers to jobs, so that many deliveries are in progress at once. */
export type Gates = {
  /** Resolves when an AI server's script may send its response. */
  pass(...names: string[]): Promise<undefined>;
  /** The paths of a server of recordings; the second half of `/call.wav` is held until it may be sent. */
  paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Returns the number of responses that are held. */
  waiting(): number;
  openAll(): void;
  closeAll(): void;
  /** Continues to hold those that wait, but no others. */
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
