#!/bin/sh
# Installs Debian packages, as root, without starting their system services, now or at the next boot: only private servers are needed
# here. One installation runs at a time, and several processes may look for programs, so each waits for its turn.
# usage: install-packages.sh package...
exec 9> /var/cache/apt/campstore.lock
flock --wait 600 9 || exit 75
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
marker='# by campstore, while it installs packages'
# One that a killed installation has left is ours as well.
if [ ! -e $policy ] || grep -qxF "$marker" $policy; then
  trap 'rm -f $policy' EXIT
  # Only after apt has ended, which is not interrupted.
  trap 'exit 143' HUP INT TERM
  printf '#!/bin/sh\n%s\nexit 101\n' "$marker" > $policy && chmod 755 $policy
fi
new=$(for package; do dpkg --status "$package" > /dev/null 2>&1 || echo "$package"; done)
install() { apt-get install --yes --no-install-recommends --option DPkg::Lock::Timeout=300 "$@"; }
# A failure may come from package lists that are missing or out of date.
install "$@" || { apt-get update && install "$@"; }
code=$?
for package in $new; do systemctl disable "$package.service" > /dev/null 2>&1; done
exit $code
