-- The entries that were billed together. Never changed: an undo deletes it with everything below.
create table billing_batches (
  org_id text collate "C" not null constraint billing_batches_organization_fkey references organizations (id),
  id text collate "C" not null,
  reference text not null,
  billed_on date not null,
  -- as the API shows it, checked by its schema
  filter jsonb not null,
  -- that of the days of its lines
  time_zone text not null,
  currency text not null,
  entries integer not null,
  seconds bigint not null,
  billable_seconds bigint not null,
  amount_minor bigint not null,
  created_by text collate "C" not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint billing_batches_creator_fkey foreign key (org_id, created_by) references members (org_id, user_id)
);
create index billing_batches_created_idx on billing_batches (org_id, created_at desc, id desc);

-- The sums of each project in a batch. What is unbilled is the difference between a project's sums and these.
create table billing_batch_projects (
  org_id text collate "C" not null,
  batch_id text collate "C" not null,
  project_id text collate "C" not null,
  client_id text collate "C",
  entries integer not null,
  seconds bigint not null,
  billable_seconds bigint not null,
  amount_minor bigint not null,
  primary key (org_id, batch_id, project_id),
  constraint billing_batch_projects_batch_fkey foreign key (org_id, batch_id) references billing_batches (org_id, id)
);
create index billing_batch_projects_project_idx on billing_batch_projects (org_id, project_id);

-- The names of a batch's projects, tasks, clients and members when it was made, each once.
create table billing_batch_names (
  org_id text collate "C" not null,
  batch_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  primary key (org_id, batch_id, id),
  constraint billing_batch_names_batch_fkey foreign key (org_id, batch_id) references billing_batches (org_id, id)
);

-- The facts of each billed entry, from which the lines are made. Its key lets no entry be billed twice.
create table billing_batch_entries (
  org_id text collate "C" not null,
  entry_id text collate "C" not null,
  batch_id text collate "C" not null,
  day date not null,
  started_at timestamptz(3) not null,
  duration_seconds integer not null,
  billable_seconds integer not null,
  rate_minor bigint not null,
  amount_minor bigint not null,
  user_id text collate "C" not null,
  project_id text collate "C" not null,
  task_id text collate "C" not null,
  client_id text collate "C",
  description text not null,
  primary key (org_id, entry_id),
  constraint billing_batch_entries_batch_fkey foreign key (org_id, batch_id) references billing_batches (org_id, id)
);
create index billing_batch_entries_batch_idx on billing_batch_entries (org_id, batch_id, entry_id);

-- When and under which reference the entry was billed: its batch's, which never change, so that lists need no join.
alter table time_entries
  add column billed_at timestamptz(3),
  add column billed_reference text,
  add constraint time_entries_billing_batch_fkey foreign key (org_id, billing_batch_id) references billing_batches (org_id, id),
  add constraint time_entries_billed_check check ((billing_batch_id is null) = (billed_at is null));
-- Deleting a batch asks whether any entry refers to it.
create index time_entries_billed_idx on time_entries (org_id, billing_batch_id) where billing_batch_id is not null;
