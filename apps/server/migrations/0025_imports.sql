-- Files of time from other programs (docs/decisions/0026). A row of imports is one file and its settings.
create table imports (
  org_id text collate "C" not null constraint imports_organization_fkey references organizations (id),
  id text collate "C" not null,
  status text not null default 'reading'
    check (status in ('reading', 'previewed', 'applying', 'applied', 'undone', 'failed')),
  -- the work that a node still has to do; it is done by the node that holds the advisory lock of the import
  work text check (work in ('read', 'plan', 'apply', 'undo')),
  -- as asked for; null: as the file says
  source text,
  time_zone text,
  date_order text,
  columns jsonb,
  duplicates text not null default 'skip' check (duplicates in ('skip', 'add')),
  rates text not null default 'ignore' check (rates in ('ignore', 'take')),
  -- whom the people of the file become, by their key (import_people.key), as the API shows it
  people jsonb not null default '{}',
  file_name text not null,
  media_type text not null,
  bytes bigint not null,
  -- the facts of the file, and the plan made of it, as the API shows them
  facts jsonb,
  plan jsonb,
  -- the comparison of the source with the stored entries, made when it was applied
  proof jsonb,
  -- made by it, and left where it is by the undo
  kept jsonb,
  -- sentence that says what is wrong with the file, where, and how to mend it
  failure text,
  progress_done bigint not null default 0,
  progress_total bigint,
  -- who uploaded it, and the author of the changes that the work in progress makes
  created_by text collate "C" not null,
  origin jsonb not null,
  applied_at timestamptz(3),
  undone_at timestamptz(3),
  -- when the file and the staged rows were dropped
  dropped_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  updated_at timestamptz(3) not null default date_trunc('milliseconds', statement_timestamp()),
  primary key (org_id, id),
  constraint imports_creator_fkey foreign key (org_id, created_by) references members (org_id, user_id)
);
create index imports_created_idx on imports (org_id, created_at desc, id desc);
create index imports_creator_idx on imports (org_id, created_by);
create index imports_work_idx on imports (org_id, created_at) where work is not null;

-- The tables of a file have no foreign keys: each would be checked a million times. What a killed upload leaves behind
-- is removed by the worker.

-- The file as it was uploaded.
create table import_chunks (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number integer not null,
  bytes bytea not null,
  primary key (org_id, import_id, number)
);

-- The people that the file names, and whom they become.
create table import_people (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number integer not null,
  -- the lower-cased address, else the name
  key text not null,
  name text not null,
  email text,
  rows bigint not null default 0,
  seconds bigint not null default 0,
  -- the member; null until the person is made
  user_id text collate "C",
  primary key (org_id, import_id, number)
);

-- The clients, projects and tasks that the file names, each with all above it, and what they are here.
create table import_places (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number integer not null,
  client text,
  project text,
  task text,
  project_code text,
  color text,
  billable boolean,
  archived boolean not null default false,
  done boolean not null default false,
  -- whether the file lists it beside its time, and whether a row that is taken over is booked on it
  listed boolean not null default false,
  used boolean not null default false,
  client_id text collate "C",
  project_id text collate "C",
  task_id text collate "C",
  primary key (org_id, import_id, number)
);

-- The rows of time, in the order of the file.
create table import_rows (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  line integer not null,
  file text,
  person integer not null,
  place integer not null,
  started_at timestamptz(3),
  duration_seconds integer not null,
  description text not null,
  tags text[] not null,
  tag_keys text[] not null,
  billable boolean,
  rate_minor bigint,
  amount_minor bigint,
  currency text,
  -- the source's own id of the row
  source_id text,
  -- known again by this: the hash of the source's own id, or of the content of the row
  key uuid not null,
  -- counts the rows with the same key, so that two equal rows stay two; null for rows that are left out
  occurrence integer,
  left_out text,
  primary key (org_id, import_id, number)
) with (autovacuum_enabled = false);

create table import_doubts (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  line integer not null,
  file text,
  "column" text not null,
  read text not null,
  problem text not null,
  becomes text,
  primary key (org_id, import_id, number)
);

-- The rows of all applied imports and the entries made of them. It stays when the file is dropped, so that no row is
-- taken twice, and goes with the undo.
create table import_keys (
  org_id text collate "C" not null,
  key uuid not null,
  occurrence integer not null,
  import_id text collate "C" not null,
  entry_id text collate "C" not null,
  primary key (org_id, key, occurrence)
);
create index import_keys_import_idx on import_keys (org_id, import_id, entry_id);

-- All else that an import made. It stays after the undo, for what is only archived by it.
create table import_made (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  kind text not null check (kind in ('client', 'project', 'task', 'member', 'rate', 'invitation')),
  id text collate "C" not null,
  -- when it was made, so that the undo knows what people have changed since
  version integer not null default 1,
  primary key (org_id, import_id, kind, id)
);
create index import_made_id_idx on import_made (org_id, id);

-- The addresses of people whom imports made members without a sign-in. They are not proved, so that they are no addresses
-- to sign in with: the person who accepts an invitation to one takes the member over.
create table imported_people (
  org_id text collate "C" not null,
  user_id text collate "C" not null,
  email text not null,
  primary key (org_id, user_id),
  constraint imported_people_member_fkey foreign key (org_id, user_id) references members (org_id, user_id)
);
create index imported_people_email_idx on imported_people (org_id, lower(email));

-- An import writes as many changes as entries. It does not queue them one by one, but notes its place in webhooks_behind
-- (docs/decisions/0015), so that no other organization's events wait for them.
create or replace function queue_events() returns trigger language plpgsql as $$
begin
  if current_setting('stint.behind', true) = 'on' then
    return null;
  end if;
  insert into event_queue (org_id, change_id)
  select n.org_id, n.id from new_changes n
   where n.action not in ('api_key.refused', 'sign_in.failed')
     and exists (select 1 from webhooks w where w.org_id = n.org_id and w.status = 'active');
  return null;
end $$;
