-- Keys and indexes of text compare by bytes: the order of other collations belongs to the operating system, and an index
-- that was built with another version of it misses rows and lets duplicates in. Each table has a migration of its own,
-- so that none is locked while others are waited for.
do $$
declare
  twice text;
begin
  select string_agg(email, ', ') into twice
    from (select min(lower(email)) as email from users
           where email is not null group by lower(email) collate "C" having count(*) > 1) as addresses;
  if twice is not null then
    raise exception 'Several users have the same address: %. The order of text of this database has changed, so PostgreSQL did not notice. Give all but one of each another address in the table users, and start again.', twice;
  end if;
end
$$;
create unique index users_email_bytes_key on users (lower(email) collate "C");
drop index users_email_key;
alter index users_email_bytes_key rename to users_email_key;
