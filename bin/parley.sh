#!/bin/sh
# `parley` for containers and service managers: as bin/parley.js, but it replaces itself with the pinned Node, so that no
# second process stays beside the service. The settings of Node are those of node-settings.json.
parley=$(dirname "$(dirname "$(readlink -f "$0")")")
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-32768}"
exec "$parley/node_modules/node/bin/node" --max-semi-space-size=8 --expose-gc "$parley/src/main.js" "$@"
