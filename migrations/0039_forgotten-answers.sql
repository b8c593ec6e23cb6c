-- The log of a webhook contains answers that may repeat what the receiver was sent. They are removed once the entity is
-- deleted (domain/webhooks/forget-answers.ts): this is the position in the changes up to which that was done.
create table webhook_answers_forgotten (
  organization_id bigint primary key references organizations (id),
  position bigint not null
);
