#!/usr/bin/env bash
# Starts a small Citus cluster on this machine, to try Parley on it and to run its tests: a coordinator and two workers, which
# listen on 127.0.0.1 alone and trust whoever connects from this machine. It is no set-up for production.
#
#   scripts/citus/cluster.sh start FOLDER [PORT]   creates the cluster, unless it exists, starts it and prints its URL; the
#                                                  coordinator listens on PORT (default 5470), the workers on the two after it
#   scripts/citus/cluster.sh stop FOLDER           stops it; its data stays
#
# PG_CONFIG names the pg_config of a PostgreSQL in which the extension citus is installed (default: the one on the PATH). If
# the script is run by root, the servers run as the user postgres.
set -euo pipefail

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
[ $# -ge 2 ] || usage
command=$1 folder=$2 port=${3:-5470}
bin=$("${PG_CONFIG:-pg_config}" --bindir)

as_server() {
  if [ "$(id -u)" = 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --init-groups --reset-env -- "$@"); else "$@"; fi
}
psql_on() { PGOPTIONS='-c client_min_messages=warning' "$bin/psql" -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U postgres -d postgres -c "$2" >/dev/null; }

start() {
  [ -e "$("${PG_CONFIG:-pg_config}" --sharedir)/extension/citus.control" ] ||
    { echo "The extension citus is not installed in the PostgreSQL of $bin: see docs/citus.md" >&2; exit 1; }
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  [ "$(id -u)" != 0 ] || chown postgres "$folder"
  for node in 0 1 2; do
    if [ ! -e "$folder/node$node/PG_VERSION" ]; then
      as_server "$bin/initdb" -D "$folder/node$node" --encoding=UTF8 --locale=C.UTF-8 -A trust -U postgres >/dev/null
      # Safe enough for tests, which never lose power; each test file has connections of its own.
      as_server tee -a "$folder/node$node/postgresql.conf" >/dev/null <<SETTINGS
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
port = $((port + node))
max_connections = 500
max_prepared_transactions = 1000
max_locks_per_transaction = 256
wal_level = logical
fsync = off
citus.enable_statistics_collection = off
SETTINGS
    fi
    as_server "$bin/pg_ctl" -D "$folder/node$node" status >/dev/null ||
      as_server "$bin/pg_ctl" -w -D "$folder/node$node" -l "$folder/node$node.log" start >/dev/null
  done
  for node in 0 1 2; do psql_on $((port + node)) 'create extension if not exists citus'; done
  psql_on "$port" "select citus_set_coordinator_host('127.0.0.1', $port)"
  for node in 1 2; do psql_on "$port" "select citus_add_node('127.0.0.1', $((port + node)))"; done
  echo "CITUS_DATABASE_URL=postgres://postgres@127.0.0.1:$port/postgres"
}

stop() {
  for node in 0 1 2; do as_server "$bin/pg_ctl" -m fast -D "$folder/node$node" stop >/dev/null || true; done
}

case $command in
  start | stop) "$command" ;;
  *) usage ;;
esac
