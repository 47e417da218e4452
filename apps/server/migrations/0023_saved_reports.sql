-- A report that is asked for again and again. The query is as the API shows it, checked by its schema.
create table saved_reports (
  org_id text collate "C" not null constraint saved_reports_organization_fkey references organizations (id),
  id text collate "C" not null,
  owner_id text collate "C" not null,
  name text not null,
  -- seen by every member; the others are seen by their owner
  shared boolean not null,
  query jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint saved_reports_owner_fkey foreign key (org_id, owner_id) references members (org_id, user_id)
);
create index saved_reports_created_idx on saved_reports (org_id, created_at desc, id desc);
create index saved_reports_owner_idx on saved_reports (org_id, owner_id);

-- A public page with one report for people outside. Name and query are those of the report when the link was made, so
-- that no later change of the report publishes anything.
create table report_links (
  org_id text collate "C" not null constraint report_links_organization_fkey references organizations (id),
  id text collate "C" not null,
  saved_report_id text collate "C" not null,
  -- whose rights the figures are computed with
  created_by text collate "C" not null,
  name text not null,
  query jsonb not null,
  shows_people boolean not null,
  shows_amounts boolean not null,
  shows_notes boolean not null,
  token_hash bytea not null,
  expires_at timestamptz(3) not null,
  opens bigint not null default 0,
  last_opened_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint report_links_report_fkey foreign key (org_id, saved_report_id) references saved_reports (org_id, id),
  constraint report_links_creator_fkey foreign key (org_id, created_by) references members (org_id, user_id)
);
create index report_links_report_idx on report_links (org_id, saved_report_id, created_at desc, id desc);
create index report_links_creator_idx on report_links (org_id, created_by);
-- Finds the organization too, as with invitations.
create index report_links_token_idx on report_links (token_hash);
