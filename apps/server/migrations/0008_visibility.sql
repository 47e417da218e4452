-- A project with visibility 'members' is seen by its members, and by managers, admins and owners. Members of an
-- organization are never deleted, so the ids cannot dangle.
alter table projects
  add column visibility text not null default 'organization' check (visibility in ('organization', 'members')),
  add column member_ids text[] collate "C" not null default '{}';
-- Mostly empty, and asked whenever somebody who does not see every project reads entries of others.
create index projects_restricted_idx on projects (org_id) where visibility = 'members';
