#!/bin/sh
# Installs Debian packages, as root, and prevents them from starting their system services: only private servers are needed here.
# The package manager runs one installation at a time, and several processes may look for programs, so each waits for its turn.
# usage: install-packages.sh package...
exec 9> "${TMPDIR:-/tmp}/campstore-apt.lock"
flock 9
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' > $policy && chmod 755 $policy
fi
# A failure may come from package lists that are missing or out of date.
apt-get install -y --no-install-recommends "$@" || { apt-get update && apt-get install -y --no-install-recommends "$@"; }
