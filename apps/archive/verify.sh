#!/bin/sh
# Verifies a sealed archive with sha256sum, openssl and xmlsec1, without the service that made it.
#   sh verify.sh [option…] [folder]    the folder of the archive; else the one of this file
#   --key FINGERPRINT  of the archive's key, as its owner has published it; again for each further key
#   --last DIGEST      of the newest manifest, as the service says: else a missing last day is not seen
#   --first DIGEST     of the manifest before the first folder here, where the folders before it are elsewhere
#   --anchor CA.pem    what the certificates in the authority's replies must lead to; else they are believed
#   --quick            without the XML signatures
# shellcheck disable=SC2015 # C of A && B || C is a problem, or an end, whichever failed
set -u && export LC_ALL=C && root=$(dirname -- "$0") keys='' first=none last='' anchor='' quick=''
while [ $# -gt 0 ]; do
  case $1 in
    --key) keys="$keys ${2-}" && shift 2 || exit 2 ;;
    --first) first=${2-} && shift 2 || exit 2 ;;
    --last) last=${2-} && shift 2 || exit 2 ;;
    --anchor) anchor=$(cat -- "${2-}") && shift 2 || exit 2 ;;
    --quick) quick=yes && shift ;; *) root=$1 && shift ;;
  esac
done
cd -- "$root" && scratch=$(mktemp -d /tmp/verify.XXXXXX) && trap 'rm -rf "$scratch"' EXIT || exit 2
for each in sha256sum openssl xmlsec1; do command -v $each >/dev/null || { echo "$each is missing" && exit 2; }; done
printf '%s\n' "$anchor" | awk -v "to=$scratch/ca" '/BEGIN CERT/ { n++ } n { print >(to n ".pem") }'
[ -z "$anchor" ] || [ -f "$scratch/ca1.pem" ] || { echo 'no certificate in the file of --anchor' && exit 2; }
problem() { echo "$1" | tee -a "$scratch/problems"; }
problems() { while IFS= read -r line; do problem "$1$line"; done; }
count() { wc -l <"$scratch/problems"; }
digest() { sha256sum <"$1" 2>/dev/null | cut -c 1-64; }
# The XML signature of each file of the input, at the moment at which its message was sent.
signatures() {
  while IFS= read -r file; do
    time=$(grep -o ' SendDateTime="[0-9T:-]*' "$file" | head -n 1 | cut -c 16-34 | tr T ' ')
    xmlsec1 --verify "$@" --verification-time "$time" --id-attr:Id RegisterInvoiceRequest \
      --id-attr:Id RegisterCashDepositRequest --id-attr:Id RegisterInvoiceResponse \
      --id-attr:Id RegisterCashDepositResponse "$file" >/dev/null 2>&1 || problem "$file: its XML signature is not good"
  done
}
: >"$scratch/problems" && : >"$scratch/days" && previous=$first own=$(digest verify.sh)
for day in [0-9]*/; do
  [ -d "$day" ] && day=${day%/} before=$(count) date='' prior='' documents='' complete='' key='' verifier='' || break
  [ -f "$day/day.txt" ] && while read -r name words; do
    case $name in
      day:) date=$words ;; previous:) prior=$words ;; documents:) documents=$words ;;
      complete:) complete=$words ;; key:) key=$words ;; verifier:) verifier=$words ;;
    esac
  done <"$day/day.txt"
  openssl dgst -sha256 -verify "key-$key.pem" -signature "$day/manifest.sig" "$day/manifest.txt" >/dev/null 2>&1 ||
    problem "$day/manifest.txt: its signature is not that of the key $key"
  case " ${keys:-$key} " in *" $key "*) ;; *) problem "$day: signed with another key, $key" ;; esac
  (cd "$day" && sha256sum -c manifest.txt 2>/dev/null) | grep -v ': OK$' | problems "$day: "
  cut -c 67- "$day/manifest.txt" 2>/dev/null | sort >"$scratch/named"
  (cd "$day" && find . ! -type d ! -path ./manifest.txt ! -path ./manifest.sig) | sort |
    comm -13 "$scratch/named" - | sed 's/$/: not in the manifest/' | problems "$day: "
  [ "$prior ${day#*_}" = "$previous $date" ] ||
    problem "$day: does not follow the folder before it; one is missing, or is not in its place"
  [ "$verifier" = "$own" ] || problem "$day: verify.sh is not the one it was sealed with"
  if [ -z "$quick" ] && [ "$before" -eq "$(count)" ]; then
    find "$day" -name '*-request.xml' | signatures --insecure
    set -- && for ca in "$scratch"/ca*.pem; do [ -f "$ca" ] && set -- "$@" --trusted-pem "$ca"; done
    find "$day" -name '*-reply.xml' | signatures "${@:---insecure}"
  fi
  previous=$(digest "$day/manifest.txt") && echo "$date $documents $complete" >>"$scratch/days"
done
for name in * .[!.]*; do
  case $name in
    verify.sh | '.[!.]*') ;;
    key-*.pem) [ "key-$(digest "$name").pem" = "$name" ] || problem "$name: was changed" ;;
    [0-9]*) [ -d "$name" ] || problem "$name: is not a folder" ;;
    *) problem "$name: does not belong to the archive" ;;
  esac
done
[ "${last:-$previous}" = "$previous" ] || problem "days are missing at the end: the newest manifest is $previous"
[ -n "$quick$anchor" ] || echo 'note: the certificate in each reply of the authority was believed: see --anchor'
[ -n "$keys" ] || echo "note: compare the name of each key-….pem with the fingerprint that its owner has published"
[ -n "$last" ] || echo "note: compare the newest manifest, $previous, with what the service says"
[ -s "$scratch/days" ] || problem 'there is no sealed day'
awk -v "problems=$(count)" '{ documents[$1] = $2; complete[$1] = $3 } END { # the last folder of a day counts
  for (day in documents) { days++; total += documents[day]; open += complete[day] != "yes" }
  if (open) print "note: not everything was registered yet when it was sealed, on days: " open
  printf "%d documents of %d days: %s\n", total, days, problems ? problems " problems" : "all intact"
  exit problems > 0 }' "$scratch/days"
