-- The version of the time zone database by which the instants of dates were last cut; no row while nothing is known of it.
create table time_zone_data (
  is_only boolean primary key default true check (is_only),
  version text not null
);

-- A rate without a first day applies always, also to what started on 1970-01-01 in UTC west of it.
update rates set effective_at = '1970-01-01T00:00:00Z' where effective_from = '1970-01-01' and effective_at > '1970-01-01T00:00:00Z';
