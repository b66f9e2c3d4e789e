#!/bin/sh
# Writes the root file system of the production image into an empty folder: deploy/rootfs.sh FOLDER
#
# It needs a built project (npm ci && npm run build), npm, ldd and strip. The folder gets the
# program with its production packages, Node, the libraries that Node loads, and certificates.
set -eu

project=$(cd "$(dirname "$0")/.." && pwd)
root=${1:?Usage: deploy/rootfs.sh FOLDER}
mkdir -p "$root"
[ -z "$(ls -A "$root")" ] || { echo "$root is not empty." >&2; exit 2; }
[ -f "$project/dist/index.html" ] || { echo "Run npm run build first." >&2; exit 2; }

mkdir -p "$root/app/bin" "$root/data" "$root/tmp" "$root/etc/ssl/certs"
chmod 1777 "$root/tmp"
chown 65532:65532 "$root/data"
printf 'my-account:x:65532:65532::/data:/sbin/nologin\n' > "$root/etc/passwd"
printf 'my-account:x:65532:\n' > "$root/etc/group"
printf 'hosts: files dns\n' > "$root/etc/nsswitch.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"

cd "$project"
for part in commands contracts database demo deploy dist docs platform ports server services web; do
  cp -R "$part" "$root/app/"
done
cp package.json package-lock.json LICENSE README.md SECURITY.md .npmrc "$root/app/"
# The endings are those of testing/test-code.ts.
find "$root/app" -regextype posix-extended \
  -regex '.*(\.(test|cases|expected|isolation|mock|model)|-fixture)\.(tsx?|json)' -delete

# Only production packages, without files that only people and compilers read. Licenses stay.
(cd "$root/app" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund)
node=$(find "$root/app/node_modules" -path '*/node-linux-*/bin/node' -type f)
mv "$node" "$root/app/bin/node"
strip "$root/app/bin/node"
rm -rf "$root"/app/node_modules/node "$root"/app/node_modules/node-linux-* \
  "$root"/app/node_modules/.bin
find "$root/app/node_modules" -type f \
  \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -iname 'README*' \
     -o -iname 'CHANGELOG*' \) -delete
rm -rf "$root/app/.npmrc"

# The libraries that Node loads, and those of glibc for host names.
for library in $(ldd "$root/app/bin/node" | grep -o '/[^ ]*') \
  $(find /lib /usr/lib -name 'libnss_dns.so.2' -o -name 'libnss_files.so.2' -o -name 'libresolv.so.2'); do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
