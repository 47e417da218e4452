# Runs PostgreSQL as long as any process has the FIFO "alive" open for writing. This script reads the FIFO as fd 3. The
# script's stdout and stderr go to the process that starts it; the server's go to the log.
bin=$1 data=$2 run=$3 sockets=$4 socket_setting=$5 ephemeral=$6
umask 077

# Ignores signals that a terminal or a service manager sends to the whole group, because our holders must stop first.
# Ignores PIPE, because the process that reads what this script prints may be gone.
trap '' HUP INT TERM PIPE
ending= child=
trap 'ending=1; [ -z "$child" ] || kill -INT "$child"' USR1

# Each line names the acknowledgement file of a holder. End of file means that the last holder is gone. The signal is
# repeated, because a new child may miss it.
(
  trap - USR1
  while read -r name; do
    [ -z "$name" ] || : >"$run/$name"
  done <&3
  exec 3<&-
  while kill -USR1 $$; do sleep 0.2; done
  # Reached only if this script was killed.
  kill -INT "$(head -n 1 "$data/postmaster.pid")"
) >/dev/null 2>&1 &
reader=$!
exec 3<&-
echo $$ >"$run/watchdog.pid"

run_child() {
  [ -z "$ending" ] || return 1
  "$@" &
  child=$!
  [ -z "$ending" ] || kill -INT "$child"
  while :; do
    wait "$child"
    status=$?
    kill -0 "$child" 2>/dev/null || break
  done
  child=
  return "$status"
}

make_database() {
  rm -rf "$data".new-*
  run_child "$bin/initdb" --pgdata="$data.new-$$" --username=stint --auth=trust --encoding=UTF8 \
    --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions ${ephemeral:+--no-sync} \
    -c shared_buffers=128MB -c max_connections=100 -c timezone=UTC -c log_timezone=UTC \
    -c log_min_messages=log -c log_checkpoints=off &&
    mv "$data.new-$$" "$data"
}

run_server() {
  # log_min_messages=log omits failed statements, which the application logs, so this log hardly grows.
  if [ -f "$run/postgres.log" ] && [ "$(wc -c <"$run/postgres.log")" -gt 1000000 ]; then
    mv -f "$run/postgres.log" "$run/postgres.log.1"
  fi
  ready_before=$(count_ready)
  # Nothing replicates this server, so restores and new indexes need not be written to the WAL as well.
  run_child "$bin/postgres" -D "$data" -p 5432 -c wal_level=minimal -c max_wal_senders=0 -c listen_addresses= -c unix_socket_directories="$socket_setting" \
    -c unix_socket_permissions=0700 ${ephemeral:+-F} >>"$run/postgres.log" 2>&1
}

count_ready() { cat "$run/postgres.log" 2>/dev/null | grep -c "ready to accept connections"; }

# A signal ends the wait early. The sleeper is ended with KILL, because it ignores TERM like this script.
pause() {
  sleep "$1" &
  sleeper=$!
  wait "$sleeper"
  { kill -KILL "$sleeper"; } 2>/dev/null
}

# A busy backend outlives a killed postmaster and prevents the next start. Does nothing without /proc.
end_backends() {
  for process in /proc/[0-9]*; do
    [ "$process/cwd" -ef "$data" ] && read -r name <"$process/comm" && [ "$name" = postgres ] &&
      kill -QUIT "${process#/proc/}"
  done
} 2>/dev/null

# Restarts a server that has worked before, however often it crashes, because a full disk may get space again. If the
# server has never worked, a person has to fix the cause.
keep_running() {
  worked=
  while :; do
    run_server
    result=$?
    if [ "$(count_ready)" -gt "$ready_before" ]; then worked=1 delay=1; fi
    [ -z "$ending" ] && [ -n "$worked" ] || return "$result"
    pause "$delay"
    [ -z "$ending" ] || return "$result"
    end_backends
    delay=$((delay * 2))
    [ "$delay" -le 30 ] || delay=30
  done
}

# Only initdb needs the preloaded library.
{ [ -e "$data" ] || make_database; } && unset LD_PRELOAD && keep_running
result=$?
{
  kill -KILL "$reader"
  wait "$reader"
} 2>/dev/null
[ "$sockets" = "$run" ] || rm -rf "$sockets"
if [ -n "$ephemeral" ]; then
  # Tries twice, because a backend that briefly outlives a killed server may write another file.
  rm -rf "${data%/postgres}" || { sleep 1; rm -rf "${data%/postgres}"; }
else
  rm -f "$run/watchdog.pid"
fi
exit "$result"
