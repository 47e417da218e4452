-- The encoding of a file that is neither UTF-8 nor UTF-16, as asked for; null: as the file looks. And what happens to the
-- rows of import_lookalikes. The previews of older imports do not mention such rows, so they are still added.
alter table imports
  add column encoding text,
  add column lookalikes text not null default 'add' check (lookalikes in ('skip', 'add'));
alter table imports alter column lookalikes set default 'skip';

-- The numbers of rows that were not imported under their names, but have the person, start and length of an entry.
create table import_lookalikes (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  number bigint not null,
  primary key (org_id, import_id, number)
);
