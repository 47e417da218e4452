-- Each article is kept as JSON text in the API's own shape and key order, so that what is served and exported is what
-- was imported; `position` is the order of supply. Nodes serve from memory and read again when the version moves.

create table blog_articles (
  slug text collate "C" primary key,
  position integer not null,
  article json not null,
  updated_at timestamptz(0) not null
);

-- One row. Last-Modified counts in whole seconds, so every version gets a second of its own.
create table blog_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null,
  changed_at timestamptz(0) not null
);
insert into blog_state (version, changed_at) values (0, date_trunc('second', clock_timestamp()));
