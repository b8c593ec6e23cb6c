import type { IncomingHttpHeaders } from 'node:http';
import type { ReadPrompt } from './ai-server-model.ts';

/** A request as the server received it. */
export type AiRequest = {
  /** `/v1/chat/completions` or `/v1/messages`. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as text and parsed. */
  bodyText: string;
  body: Record<string, unknown>;
  /** The system text and the user's text, as a model reads them. */
  system: string;
  user: string;
  /** `user` parsed; undefined if it is not a prompt. */
  prompt: ReadPrompt | undefined;
  /** The reported usage: the characters of the body / 4. */
  inputTokens: number;
  receivedAtMs: number;
};
