create table webhooks (
  org_id text collate "C" not null constraint webhooks_organization_fkey references organizations (id),
  id text collate "C" not null,
  url text not null,
  -- event types, or * for all
  events text[] not null,
  description text not null default '',
  -- only what happens in this project; no reference, because its deletion is an event too
  project_id text collate "C",
  -- who registered it, and whether that member might see money then
  user_id text collate "C" not null,
  shows_money boolean not null,
  -- AES-256-GCM under SECRET_KEY; the previous one signs too until it expires
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_expires_at timestamptz(3),
  status text not null default 'active' check (status in ('active', 'disabled')),
  disabled_at timestamptz(3),
  disabled_reason text,
  -- since when nothing but failure came back; null after a success
  failing_since timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint webhooks_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  check ((disabled_at is not null) = (status = 'disabled')),
  check ((previous_secret_sealed is null) = (previous_secret_expires_at is null))
);
create index webhooks_created_idx on webhooks (org_id, created_at desc, id desc);

-- Changes that no delivery was made of yet. Written with the change itself, so that a committed change is never without;
-- only where the organization has an endpoint that listens.
create table event_queue (
  org_id text collate "C" not null,
  change_id text collate "C" not null,
  primary key (org_id, change_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create function queue_events() returns trigger language plpgsql as $$
begin
  insert into event_queue (org_id, change_id)
  select n.org_id, n.id from new_changes n
   where exists (select 1 from webhooks w where w.org_id = n.org_id and w.status = 'active');
  return null;
end $$;
create trigger changes_queue_events after insert on changes
  referencing new table as new_changes for each statement execute function queue_events();

-- One event for one endpoint: what is still to be sent, and the log.
create table deliveries (
  org_id text collate "C" not null,
  id text collate "C" not null,
  webhook_id text collate "C" not null,
  -- the change, whose id is the event's
  change_id text collate "C" not null,
  type text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'cancelled')),
  -- attempts begun, each under a number of its own, and where in the schedule the next one is (a redelivery begins it anew)
  attempts integer not null default 0,
  schedule_step integer not null default 0,
  next_attempt_at timestamptz(3),
  -- taken by a node until then: the attempt with the number attempts is being made
  locked_until timestamptz(3),
  locked_by text,
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  finished_at timestamptz(3),
  primary key (org_id, id),
  constraint deliveries_event_key unique (org_id, webhook_id, change_id),
  constraint deliveries_webhook_fkey foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade,
  check ((next_attempt_at is not null) = (status = 'pending'))
);
create index deliveries_due_idx on deliveries (org_id, webhook_id, next_attempt_at) where status = 'pending';
create index deliveries_log_idx on deliveries (org_id, webhook_id, created_at desc, id desc);
create index deliveries_created_idx on deliveries (created_at);

create table delivery_attempts (
  org_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  -- of the reply; null when there was none
  status integer,
  error text,
  response_body text,
  primary key (org_id, delivery_id, number)
);
-- Attempts are written only beside their delivery, in one statement. A foreign key would check each of them by itself, which
-- costs as much as the rest of the statement; so they go with their deliveries by this.
create function delete_attempts() returns trigger language plpgsql as $$
begin
  delete from delivery_attempts a using deleted d where a.org_id = d.org_id and a.delivery_id = d.id;
  return null;
end $$;
create trigger deliveries_delete_attempts after delete on deliveries
  referencing old table as deleted for each statement execute function delete_attempts();

-- For replays.
create index changes_at_idx on changes (org_id, at, id);

-- A known text sealed under SECRET_KEY: a wrong or lost key is found out when the service starts.
create table secret_check (
  id boolean primary key default true check (id),
  sealed bytea not null
);

-- Instead of body, where the reply holds a secret.
alter table idempotent_replies
  add column body_sealed bytea,
  add constraint idempotent_replies_sealed_check check (body_sealed is null or body = '');
