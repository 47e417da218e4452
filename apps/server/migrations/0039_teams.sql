-- Members of an organization and who leads them. Members are never deleted, so the ids cannot dangle.
create table teams (
  org_id text collate "C" not null constraint teams_organization_fkey references organizations (id),
  id text collate "C" not null,
  name text not null,
  member_ids text[] collate "C" not null,
  lead_ids text[] collate "C" not null,
  -- whether leads see the rates and amounts of the members' entries
  shows_money boolean not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id)
);
create index teams_created_idx on teams (org_id, created_at desc, id desc);
-- Each look-up of a member's key asks which teams the member leads.
create index teams_leads_idx on teams using gin (lead_ids);

-- What is kept of a key's look-up holds the teams that its member leads.
create function notify_teams_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys', coalesce(new.org_id, old.org_id));
  return null;
end $$;
create trigger teams_changed after insert or delete or update of member_ids, lead_ids, shows_money on teams
  for each row execute function notify_teams_changed();
