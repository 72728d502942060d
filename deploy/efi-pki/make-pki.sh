#!/bin/sh
# Makes throw-away certificates for the simulator: a certification authority, the certificate that
# signs the simulator's answers, and the e-seals of taxpayers. Worth nothing anywhere else. What is
# there already stays as it is.
#
#   make-pki.sh <folder>                  the authority and the simulator's certificate
#   make-pki.sh <folder> <TIN> <name>     and the e-seal of a taxpayer, seal-<TIN>.pem
set -eu

folder=$1
config=$(dirname "$0")/openssl.cnf
days=3650
umask 077

# <file stem> <subject> <section of openssl.cnf> <more arguments>…
issue() {
  stem=$folder/$1 subject=$2 section=$3
  shift 3
  if [ -e "$stem.pem" ]; then
    echo "$stem.pem is there already."
    return
  fi
  # Written under another name first: a stem.pem that exists is whole.
  openssl req -x509 -newkey rsa:2048 -noenc -sha256 -days "$days" \
    -config "$config" -extensions "$section" -subj "$subject" \
    -keyout "$stem.key.pem" -out "$stem.new" "$@" 2>"$stem.log" || {
    cat "$stem.log" >&2
    exit 1
  }
  rm "$stem.log"
  mv "$stem.new" "$stem.pem"
  echo "$stem.pem was made."
}

# <file stem> <TIN> <name>
issue_seal() {
  # A slash would begin the next part of the subject.
  name=$(printf '%s' "$3" | sed 's/[\\/+=]/\\&/g')
  issue "$1" "/C=ME/O=$name/organizationIdentifier=VATME-$2/CN=$name" seal \
    -CA "$folder/ca.pem" -CAkey "$folder/ca.key.pem"
}

issue ca '/C=ME/O=Not a certification authority/CN=Throw-away test CA' ca
# The tax administration's own number, as it stands in its real certificate.
issue_seal tax-administration 11044760 'Poreska uprava'
[ $# -lt 3 ] || issue_seal "seal-$2" "$2" "$3"
