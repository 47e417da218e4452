-- Tenancy: org_id stands first in every primary key, unique and foreign key of a tenant's table, so that a reference
-- across organizations cannot exist and the tables can later be distributed by it. Ids compare bytewise everywhere.
-- Stamps of new rows are those of the statement, so that created_at and updated_at are equal; time entries differ.

create table organizations (
  id text collate "C" primary key,
  name text not null,
  currency text not null default 'EUR',
  time_zone text not null default 'UTC',
  week_start text not null default 'monday'
    check (week_start in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp())
);

-- A person, across organizations.
create table users (
  id text collate "C" primary key,
  email text not null,
  name text not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp())
);
create unique index users_email_key on users (lower(email));

create table members (
  org_id text collate "C" not null constraint members_organization_fkey references organizations (id),
  user_id text collate "C" not null constraint members_user_fkey references users (id),
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'viewer')),
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, user_id)
);
create index members_user_idx on members (user_id);

create table api_keys (
  org_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  scopes text[] not null,
  key_hash bytea not null,
  last_four text not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint api_keys_member_fkey foreign key (org_id, user_id) references members (org_id, user_id)
);
-- The one look-up that does not know its organization yet. Not unique: 256 random bits are, and a unique index
-- without org_id could not be distributed.
create index api_keys_hash_idx on api_keys (key_hash);
create index api_keys_member_idx on api_keys (org_id, user_id);

create table clients (
  org_id text collate "C" not null constraint clients_organization_fkey references organizations (id),
  id text collate "C" not null,
  name text not null,
  note text not null default '',
  archived boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id)
);
create index clients_created_idx on clients (org_id, created_at desc, id desc);

create table projects (
  org_id text collate "C" not null constraint projects_organization_fkey references organizations (id),
  id text collate "C" not null,
  name text not null,
  code text,
  client_id text collate "C",
  color text,
  description text not null default '',
  status text not null default 'active' check (status in ('active', 'archived')),
  billable boolean not null default true,
  rounding_mode text check (rounding_mode in ('up', 'nearest', 'down')),
  rounding_minutes integer check (rounding_minutes > 0),
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint projects_client_fkey foreign key (org_id, client_id) references clients (org_id, id),
  check ((rounding_mode is null) = (rounding_minutes is null))
);
create index projects_created_idx on projects (org_id, created_at desc, id desc);
create index projects_client_idx on projects (org_id, client_id);

create table tasks (
  org_id text collate "C" not null,
  id text collate "C" not null,
  project_id text collate "C" not null,
  name text not null,
  description text not null default '',
  status text not null default 'open' check (status in ('open', 'done')),
  -- null: as the project says
  billable boolean,
  estimate_seconds integer,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  -- What an entry's or timer's foreign key points at: a task together with its project.
  constraint tasks_project_task_key unique (org_id, project_id, id),
  constraint tasks_project_fkey foreign key (org_id, project_id) references projects (org_id, id)
);
create index tasks_created_idx on tasks (org_id, project_id, created_at desc, id desc);

create table time_entries (
  org_id text collate "C" not null,
  id text collate "C" not null,
  user_id text collate "C" not null,
  -- null only in a tombstone
  project_id text collate "C",
  task_id text collate "C",
  started_at timestamptz(3) not null,
  duration_seconds integer not null check (duration_seconds >= 0),
  description text not null default '',
  tags text[] not null default '{}',
  -- lower-cased, in the order of tags: what filters compare
  tag_keys text[] not null default '{}',
  -- what counts, and what was asked for (null: as the task or else the project says)
  billable boolean not null,
  billable_choice boolean,
  -- after the project's rounding as it was when the entry was last written; 0 when not billable
  billable_seconds integer not null,
  external_ref text,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  -- set from clock_timestamp() in the writing statement, never from now(): sync relies on it (docs/decisions/0004)
  updated_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  deleted_at timestamptz(3),
  -- when the content of a deleted entry was removed for good and only the tombstone stayed
  purged_at timestamptz(3),
  primary key (org_id, id),
  constraint time_entries_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  constraint time_entries_task_fkey foreign key (org_id, project_id, task_id) references tasks (org_id, project_id, id),
  check (purged_at is not null or (project_id is not null and task_id is not null)),
  check (purged_at is null or deleted_at is not null)
);
create index time_entries_started_idx on time_entries (org_id, started_at desc, id desc);
create index time_entries_user_idx on time_entries (org_id, user_id, started_at desc, id desc);
create index time_entries_project_idx on time_entries (org_id, project_id, started_at desc, id desc);
create index time_entries_task_idx on time_entries (org_id, task_id, started_at desc, id desc);
create index time_entries_updated_idx on time_entries (org_id, updated_at, id);
create index time_entries_purge_idx on time_entries (org_id, deleted_at) where deleted_at is not null and purged_at is null;
create unique index time_entries_external_ref_key on time_entries (org_id, external_ref)
  where deleted_at is null and external_ref is not null;

-- One running timer a member: the primary key says so.
create table timers (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  project_id text collate "C" not null,
  task_id text collate "C" not null,
  started_at timestamptz(3) not null,
  description text not null default '',
  tags text[] not null default '{}',
  billable_choice boolean,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, user_id),
  constraint timers_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  constraint timers_task_fkey foreign key (org_id, project_id, task_id) references tasks (org_id, project_id, id)
);
create index timers_task_idx on timers (org_id, project_id, task_id);

-- One row per mutation, written in its transaction: webhooks and the audit log read from it.
-- object and previous hold rows as they stand in the tables (column names), so that every reader maps them like a row.
create table changes (
  org_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  -- who: a member through a key; both null when the operator's command line or the service itself did it
  user_id text collate "C",
  key_id text collate "C",
  action text not null,
  target_id text collate "C" not null,
  object jsonb not null,
  -- the columns that the mutation changed, with their former values; null when nothing was there before
  previous jsonb,
  request_id text,
  primary key (org_id, id)
);

-- Replies to POSTs that carried an Idempotency-Key, written in the transaction of the effect.
create table idempotent_replies (
  org_id text collate "C" not null,
  key_id text collate "C" not null,
  method text not null,
  path text not null,
  value text not null,
  body_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, key_id, method, path, value)
);
create index idempotent_replies_created_idx on idempotent_replies (org_id, created_at);

-- Whatever decides what a key may do tells every node at once, also when an operator changes it by hand.
create function notify_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys', old.org_id);
  return null;
end $$;
create trigger api_keys_changed after delete or update of user_id, scopes, key_hash, expires_at, revoked_at on api_keys
  for each row execute function notify_keys_changed();
create trigger members_changed after delete or update of role on members
  for each row execute function notify_keys_changed();
