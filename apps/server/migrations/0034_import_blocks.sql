-- Rows and doubts of a file were database rows of their own, which took up to 45 times its bytes. Now 5,000 of them, or
-- fewer with long texts, are one row of parallel arrays, which PostgreSQL compresses (docs/decisions/0040).
create table import_row_blocks (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  -- the number of its first row; rows are numbered from 1 in the order of the file
  first bigint not null,
  rows integer not null,
  -- a value for each row; null for an array of nulls
  person integer[] not null,
  place integer[] not null,
  started_at timestamptz(3)[],
  duration_seconds integer[] not null,
  description text[] not null,
  -- each a text[] as text
  tags text[],
  tag_keys text[],
  billable boolean[],
  rate_minor bigint[],
  amount_minor bigint[],
  currency text[],
  -- the source's own id of the row
  source_id text[],
  -- known again by this: the hash of the source's own id, or of the content of the row
  key uuid[] not null,
  -- counts the rows with the same key, so that two equal rows stay two; null for rows that are left out
  occurrence integer[],
  left_out text[],
  primary key (org_id, import_id, first)
);

create table import_doubt_blocks (
  org_id text collate "C" not null,
  import_id text collate "C" not null,
  first bigint not null,
  rows integer not null,
  line integer[] not null,
  file text[],
  "column" text[] not null,
  read text[] not null,
  problem text[] not null,
  becomes text[],
  primary key (org_id, import_id, first)
);

insert into import_row_blocks
select org_id, import_id, min(number), count(*), array_agg(person order by number), array_agg(place order by number),
       array_agg(started_at order by number), array_agg(duration_seconds order by number),
       array_agg(description order by number), array_agg(nullif(tags, '{}')::text order by number),
       array_agg(nullif(tag_keys, '{}')::text order by number), array_agg(billable order by number),
       array_agg(rate_minor order by number), array_agg(amount_minor order by number),
       array_agg(currency order by number), array_agg(source_id order by number), array_agg(key order by number),
       array_agg(occurrence order by number), array_agg(left_out order by number)
  from import_rows
 group by org_id, import_id, (number - 1) / 5000;
insert into import_doubt_blocks
select org_id, import_id, min(number), count(*), array_agg(line order by number), array_agg(file order by number),
       array_agg("column" order by number), array_agg(read order by number), array_agg(problem order by number),
       array_agg(becomes order by number)
  from import_doubts
 group by org_id, import_id, (number - 1) / 5000;
drop table import_rows, import_doubts;
