-- The outbox is read in the order of its ids, from the one on that is known to be the first which may still be there: see
-- src/domain/changes/outbox-floor.ts.

alter table event_outbox drop constraint event_outbox_pkey, add primary key (id, organization_id);
