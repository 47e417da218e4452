-- Endpoints that have as many deliveries pending as they may: events after this place in `changes` are still to be queued
-- for them.
create table webhooks_behind (
  org_id text collate "C" not null,
  webhook_id text collate "C" not null,
  after_at timestamptz(3) not null,
  after_id text collate "C" not null,
  primary key (org_id, webhook_id),
  constraint webhooks_behind_webhook_fkey foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade
);
