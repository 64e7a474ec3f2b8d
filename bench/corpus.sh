#!/usr/bin/env bash
# Fills bench/corpus with the 34 real PDFs that the measurements use, unpacked from Debian 12 packages and checked by SHA-256.
# Usage: bench/corpus.sh [FOLDER [NAME…]]: all, or those with these names. Needs apt-get (run `apt-get update` once), dpkg-deb, gzip, sha256sum; installs nothing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "${1:-$here/corpus}" && cd "${1:-$here/corpus}" && pwd)
debs=$(mktemp -d)
trap 'rm -rf "$debs"' EXIT
chmod 777 "$debs"
wanted=" ${*:2} "
grep -v '^#' "$here/corpus.tsv" | while IFS=$'\t' read -r package path name sum; do
  [ "$wanted" = "  " ] || [[ "$wanted" == *" $name "* ]] || continue
  if [ -f "$out/$name" ] && [ "$(sha256sum < "$out/$name" | cut -d' ' -f1)" = "$sum" ]; then continue; fi
  ls "$debs/${package}"_*.deb > /dev/null 2>&1 || (cd "$debs" && apt-get download -qq "$package")
  deb=$(ls "$debs/${package}"_*.deb)
  case $path in
    *.gz) dpkg-deb --fsys-tarfile "$deb" | tar -xO "./$path" | gzip -dc > "$out/$name" ;;
    *) dpkg-deb --fsys-tarfile "$deb" | tar -xO "./$path" > "$out/$name" ;;
  esac
  [ "$(sha256sum < "$out/$name" | cut -d' ' -f1)" = "$sum" ] || { echo "$name: SHA-256 differs from corpus.tsv" >&2; exit 1; }
done
echo "$(find "$out" -name '*.pdf' | wc -l) PDFs in $out, all sums match"
