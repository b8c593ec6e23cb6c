import { formatDateTime } from '../../lib/time.ts';
import { type Cursor, formatCursor } from '../changes/cursor.ts';
import { type Change, markOf } from '../changes/read-changes.ts';
import type { Sign } from './webhook-keys.ts';

export const FORMATS = ['standard', 'slack'] as const;

/** `standard` follows Standard Webhooks; `slack` is what an incoming webhook of Slack takes. */
export type WebhookFormat = (typeof FORMATS)[number];

/** The size from which a body comes without the entity, in bytes: receivers of webhooks may refuse larger ones. */
const MAX_BODY_BYTES = 20_000;

/** A message to a receiver. */
export type Message = {
  /** The same for every attempt: receivers recognize by it what they have been sent before. */
  id: string;
  /** Such as `meeting.updated`. */
  event: string;
  body: string;
};

/** Returns the id of the message about a change. A place in the feed and its mark identify a change. */
export function messageId(webhookId: number, { position, at, id }: Change): string {
  return `msg_${webhookId}_${position}_${markOf(at, id).toString(36)}`;
}

export const eventOf = ({ type, change }: Pick<Change, 'type' | 'change'>): string => `${type}.${change}`;

/** Returns the cursor of a reader that has read up to the change. */
export function cursorOf(organizationId: number, { position, at, id }: Change): string {
  const cursor: Cursor = { position, mark: markOf(at, id) };
  return formatCursor(organizationId, cursor);
}

/**
 * Renders a change as Standard Webhooks specifies.
 * @param data the entity as JSON text; undefined if it is gone
 */
export function renderStandard(organizationId: number, change: Change, data: string | undefined): string {
  const { position, type, id, fields, at } = change;
  const told = JSON.stringify({
    position: `${position}`,
    type,
    id: `${id}`,
    change: change.change,
    fields: change.change === 'updated' && fields.length > 0 ? fields : undefined,
    at: formatDateTime(at),
    cursor: cursorOf(organizationId, change),
  });
  const head = `{"type":"${eventOf(change)}","timestamp":"${formatDateTime(at)}","data":`;
  const bare = `${head}${told}}`;
  if (data === undefined) return bare;
  const whole = `${head}${told.slice(0, -1)},"data":${data}}}`;
  return Buffer.byteLength(whole) < MAX_BODY_BYTES ? whole : bare;
}

/** Returns the headers of an attempt, signed with every valid key. */
export function signedHeaders(
  { id, body }: Pick<Message, 'id' | 'body'>,
  atMs: number,
  signs: readonly Sign[],
): Record<string, string> {
  const timestamp = `${Math.floor(atMs / 1000)}`;
  const content = `${id}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signs.map((sign) => sign(content)).join(' '),
  };
}
