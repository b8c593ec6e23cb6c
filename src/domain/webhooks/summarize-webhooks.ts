import type { Queries, Statement } from '../../db/database.ts';
import { OLDEST_LATE_OF_ALL } from '../changes/late-changes.ts';
import { FAILING_AFTER_MS, type WebhookState } from './present-webhook.ts';

/** The webhooks of all organizations in one state. */
export type WebhookSummary = { state: WebhookState; webhooks: number; lagSeconds: number };

const selectSummary: Statement = {
  name: 'select-webhook-summary',
  // Reads every webhook, like claim-webhooks; of each, the primary keys give the first change that it has not delivered.
  text: `with late as (${OLDEST_LATE_OF_ALL}
    ), each_one as (
      select case when not w.enabled then 'disabled' when p.failing_since is null then 'active'
          when now() - p.failing_since >= ${FAILING_AFTER_MS} * interval '1 ms' then 'failing' else 'retrying' end as state,
        least(
          (select at from webhook_pending pending
           where pending.organization_id = p.organization_id and pending.webhook_id = p.webhook_id
           order by pending.position limit 1),
          (select at from changes
           where changes.organization_id = p.organization_id and changes.position > p.position
           order by changes.position limit 1),
          late.at
        ) as oldest
      from webhooks w join webhook_progress p on p.organization_id = w.organization_id and p.webhook_id = w.id
      left join late on late.organization_id = w.organization_id
    )
    select state, count(*)::int as webhooks,
      greatest(coalesce(extract(epoch from now() - min(oldest)), 0), 0)::float8 as "lagSeconds"
    from each_one group by state`,
};

/** Counts the webhooks in each state that has some, with the age of the oldest change that one of them has not delivered. */
export function summarizeWebhooks(db: Queries): Promise<WebhookSummary[]> {
  return db.query<WebhookSummary>(selectSummary, []);
}
