/** See `SessionClient.history`. */
export const selectHistory = `
  select (select system_identifier from pg_control_system()) || '/'
      || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/'
      || (select stats_reset from pg_stat_wal) as history`;
