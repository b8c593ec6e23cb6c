import type { Queries } from '../../db/database.ts';
import type { Change } from '../changes/read-changes.ts';
import { readEntities } from '../changes/read-entities.ts';
import { type ClaimedWebhook, selectExecutionSignals } from './delivery-queries.ts';
import { eventOf, type Message, messageId, renderStandard } from './message.ts';
import { renderSlack } from './slack.ts';

type Filter = Pick<ClaimedWebhook, 'signalIds' | 'format'>;

/** Returns the changes that a webhook is sent, of those of its types. */
export async function selectWanted(
  db: Queries,
  organizationId: number,
  { signalIds, format }: Filter,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  // Slack is told new matches alone.
  const told = format === 'slack' ? changes.filter(({ change }) => change === 'created') : changes;
  const executions = told.filter(({ type }) => type === 'execution').map(({ id }) => id);
  if (signalIds.length === 0 || executions.length === 0) return told;
  type Row = { id: number; signalId: number };
  const rows = await db.query<Row>(selectExecutionSignals, [organizationId, executions]);
  const signalOf = new Map(rows.map(({ id, signalId }) => [id, signalId]));
  // Of an execution that is gone with its meeting, the signal is no longer known; its deletion is told to be sure.
  return told.filter(({ type, id }) => {
    const signal = signalOf.get(id);
    return type !== 'execution' || signal === undefined || signalIds.includes(signal);
  });
}

/** Whose messages are rendered, and the URL that links to the console begin with. */
export type Place = { organizationId: number; webhookId: number; publicUrl: string };

/**
 * Renders the messages about changes, with the entities as they are now.
 * @returns by position; undefined if there is nothing to send
 */
export async function renderMessages(
  db: Queries,
  { organizationId, webhookId, publicUrl }: Place,
  { format }: Filter,
  changes: readonly Change[],
): Promise<(change: Change) => Message | undefined> {
  const shown = changes.filter(({ change }) => change !== 'deleted');
  const dataOf = await readEntities(db, organizationId, shown);
  const textOf =
    format === 'slack' ? await renderSlack(db, { organizationId, publicUrl }, shown, dataOf) : undefined;
  const bodies = new Map(
    changes.map((change) => {
      const body = textOf
        ? textOf(change)
        : renderStandard(organizationId, change, change.change === 'deleted' ? undefined : dataOf(change));
      return [change.position, body];
    }),
  );
  return (change) => {
    const body = bodies.get(change.position);
    return body === undefined
      ? undefined
      : { id: messageId(webhookId, change), event: eventOf(change), body };
  };
}
