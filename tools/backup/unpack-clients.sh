#!/bin/sh -eu
# Unpacks postgresql-client-$1 of the Debian release $2, with all libraries that it needs, into the folder $3. $3/bin has pg_dump and
# pg_restore, which run with these libraries: nothing of the machine's own release is changed or used. As root on Debian.
unpacked=$(mktemp -d "$3.XXXXXX")
trap 'rm -rf "$unpacked"' EXIT
mirror() {
  apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' 'Component: main' 'Created-By: Packages' | head -n 1
}
address=$(mirror)
[ -n "$address" ] || { apt-get update && address=$(mirror); }
mkdir -p "$unpacked/apt/lists/partial" "$unpacked/apt/archives/partial" "$unpacked/bin"
echo "deb $address $2 main" > "$unpacked/apt/sources.list"
apt() { # With a status of its own, as if nothing was installed, and without the lock: another installation may run.
  apt-get -o Dir::Etc::sourcelist="$unpacked/apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$unpacked/apt/lists" \
    -o Dir::State::status=/dev/null -o Dir::Cache="$unpacked/apt" -o APT::Sandbox::User=root -o Debug::NoLocking=true "$@"
}
apt update
apt install --download-only --yes --no-install-recommends "postgresql-client-$1"
for archive in "$unpacked"/apt/archives/*.deb; do dpkg-deb --extract "$archive" "$unpacked/root"; done
rm -r "$unpacked/apt"
# The C library's own loader takes the folder of the libraries.
loader=$(cd "$unpacked/root" && echo usr/lib/*-linux-gnu*/ld-linux-*)
for program in pg_dump pg_restore; do
  printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' \
    "$3/root/$loader" "$3/root/$(dirname "$loader")" "$3/root/usr/lib/postgresql/$1/bin/$program" > "$unpacked/bin/$program"
done
chmod -R a+rX "$unpacked" && chmod a+x "$unpacked"/bin/*
mv -T "$unpacked" "$3" || [ -d "$3" ] # another process was faster
