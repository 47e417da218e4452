-- The address at which a calendar program reads a member's entries, or those of a team. At most one for each member.
create table calendar_feeds (
  org_id text collate "C" not null constraint calendar_feeds_organization_fkey references organizations (id),
  id text collate "C" not null,
  -- with whose rights it is read, each time
  user_id text collate "C" not null,
  scope text not null,
  -- Teams can be deleted; the feed of one that is gone shows nothing.
  team_id text collate "C",
  days integer not null,
  token_hash bytea not null,
  last_read_at timestamptz(3),
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint calendar_feeds_member_fkey foreign key (org_id, user_id) references members (org_id, user_id),
  constraint calendar_feeds_member_key unique (org_id, user_id),
  constraint calendar_feeds_scope_check check ((scope = 'own' and team_id is null) or (scope = 'team' and team_id is not null))
);
-- Finds the organization too, as with links to reports.
create index calendar_feeds_token_idx on calendar_feeds (token_hash);
