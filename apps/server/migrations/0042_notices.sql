-- What a person is told once per occasion, in the dashboard, by mail, or both.
create table notices (
  org_id text collate "C" not null constraint notices_organization_fkey references organizations (id),
  id text collate "C" not null,
  user_id text collate "C" not null,
  kind text not null,
  -- what makes it unique: the missing day, the timer's start and the day, ... (see tracking/notices/occasions.ts)
  occasion text collate "C" not null,
  -- whom and what it is about; whether its reader may still see that decides whether it is shown
  about_user_id text collate "C",
  project_id text collate "C",
  facts jsonb not null,
  is_shown boolean not null,
  read_at timestamptz(3),
  -- when its mail is sent or tried again; null: no mail, or nothing more to do
  mail_due_at timestamptz(3),
  mail_attempts integer not null default 0,
  mailed_at timestamptz(3),
  mail_error text,
  -- in the mail's link that turns mails of its kind off; that is all it can do, so it is not hashed
  unsubscribe_token text not null default replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (org_id, id),
  constraint notices_occasion_key unique (org_id, user_id, kind, occasion),
  constraint notices_member_fkey foreign key (org_id, user_id) references members (org_id, user_id)
);
create index notices_shown_idx on notices (org_id, user_id, created_at desc, id desc) where is_shown;
create index notices_mail_idx on notices (mail_due_at) where mail_due_at is not null;
create index notices_created_idx on notices (org_id, created_at);
create index notices_unsubscribe_idx on notices (unsubscribe_token);
