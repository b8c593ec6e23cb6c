import type { IncomingHttpHeaders } from 'node:http';
import type { ReadPrompt } from './ai-server-model.ts';

/** A request as the server got it. */
export type AiRequest = {
  /** `/v1/chat/completions` or `/v1/messages`. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as it came, and read. */
  bodyText: string;
  body: Record<string, unknown>;
  /** The system text and the user's text, as a model reads them. */
  system: string;
  user: string;
  /** `user` taken apart; undefined if it has not the form of a prompt. */
  prompt: ReadPrompt | undefined;
  /** Characters of the body / 4: what is reported as used. */
  inputTokens: number;
  receivedAtMs: number;
};
