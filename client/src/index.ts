/** Typed client of Parley's HTTP API, for Node and browsers. */
export type { AnswerEvent, AskOptions, Question } from './ask.ts';
export type { Binary } from './binary.ts';
export type { Change, ChangeType } from './change.ts';
export {
  type Changes,
  type ChangesOptions,
  CursorGoneError,
  DEFAULT_IDLE_TIMEOUT_MS,
} from './changes.ts';
export { type Client, createClient } from './client.ts';
export type { IngestedItem, IngestMeetingsOptions, MeetingToIngest } from './ingest-meetings.ts';
export type * from './models.ts';
export type { CallOptions, Item, Page, PagedPath, PagesInit } from './pages.ts';
export { ParleyError } from './parley-error.ts';
export { MAX_RETRY_AFTER_MS } from './retry-delay.ts';
export type { components, operations, paths } from './schema.ts';
export { type ClientSettings, DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS, MAX_RETRIES } from './settings.ts';
export { type DataOf, unwrap } from './unwrap.ts';
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts';
