-- Who is asked to join an organization. Only a hash of the link's token is stored.
create table invitations (
  org_id text collate "C" not null constraint invitations_organization_fkey references organizations (id),
  id text collate "C" not null,
  -- as `normalEmail` writes it
  email text not null,
  role text not null check (role in ('owner', 'admin', 'manager', 'member', 'viewer')),
  token_hash bytea not null,
  -- who made it, or sent it last; it holds while that member may invite to its role
  invited_by text collate "C" not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  last_sent_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint invitations_inviter_fkey foreign key (org_id, invited_by) references members (org_id, user_id),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_created_idx on invitations (org_id, created_at desc, id desc);
create index invitations_open_idx on invitations (org_id, email) where accepted_at is null and revoked_at is null;
-- Finds the organization too, as with keys: not unique, because a unique index without org_id could not be distributed.
create index invitations_token_idx on invitations (token_hash);

-- A member as it is shown, which is also what its change rows hold: with the name and address of the person.
create type shown_members as (
  org_id text,
  user_id text,
  name text,
  email text,
  role text,
  deactivated_at timestamptz(3),
  version integer,
  created_at timestamptz(3),
  updated_at timestamptz(3)
);
