-- Rewrites no row; rebuilds time_entries_external_ref_key.
do $$
declare
  twice text;
begin
  select string_agg(refs.external_ref, ', ') into twice
    from (select min(external_ref) as external_ref from time_entries
           where external_ref is not null and deleted_at is null
           group by org_id, external_ref collate "C" having count(*) > 1) as refs;
  if twice is not null then
    raise exception 'Several time entries have the same external reference: %. The order of text of this database has changed, so PostgreSQL did not notice. Set external_ref to null in all but one of each in the table time_entries, and start again.', twice;
  end if;
end
$$;
alter table time_entries alter column external_ref type text collate "C";
