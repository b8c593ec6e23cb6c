#!/bin/sh
# Loads the service once, so that the image holds its modules with the types stripped and the code compiled: a root file
# system that is read-only cannot keep them, and each start would take twice as long. Nothing listens on port 1, so the
# service loads everything, finds no database and ends. Any other ending fails the build.
set -eu
parley=$1
said=$(DATABASE_URL=postgres://parley@127.0.0.1:1/parley "$parley" serve 2>&1) && exit 1
case $said in
  *ECONNREFUSED*) ;;
  *) echo "$said" >&2; exit 1 ;;
esac
