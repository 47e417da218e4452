-- Calendars of other programs whose events members see as suggestions. Private: nobody else reads them.
create table subscribed_calendars (
  org_id text collate "C" not null constraint subscribed_calendars_organization_fkey references organizations (id),
  id text collate "C" not null,
  user_id text collate "C" not null,
  name text not null,
  -- the host of the address, which is itself a secret
  host text not null,
  address_sealed bytea not null,
  -- [{"id", "title", "start", "end"}], in milliseconds since 1970, and [{"id", "title", "first", "last"}], days
  events jsonb not null,
  days jsonb not null,
  warnings text[] not null,
  -- the last read that succeeded
  read_at timestamptz(3) not null,
  next_read_at timestamptz(3) not null,
  -- since the last read that succeeded
  failures integer not null default 0,
  error text,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint subscribed_calendars_member_fkey foreign key (org_id, user_id) references members (org_id, user_id)
);
create index subscribed_calendars_member_idx on subscribed_calendars (org_id, user_id);
create index subscribed_calendars_due_idx on subscribed_calendars (next_read_at);
