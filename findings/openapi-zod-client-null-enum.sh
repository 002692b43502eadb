#!/usr/bin/env bash
# What:     openapi-zod-client 1.18.3: an enum with null in a document of OpenAPI 3.1.
# Expected: code that TypeScript compiles, as for a list of numbers with null, and as orval 7.13.2 and
#           @hey-api/openapi-ts 0.85.2 write for the same document. In JSON Schema, null is valid only if the
#           list contains it, whatever `type` says.
# Observed: numbers with null become a union of literals, which compiles. Texts with null become
#           z.enum([…, null]), which does not: an enum of zod has texts only. Generating reports nothing.
# Matters:  the whole client is one file, so one such field is enough that no operation can be used.
# Way out:  describe the field as oneOf of the enum without null and of { "type": "null" }.
#
# Seen:
#   texts, with null in the enum: 1 error(s)
#     z.union([z.enum(["page", "event", null]), z.null()])
#   numbers, with null in the enum: 0 error(s)
#     z.union([z.union([z.literal(0), z.literal(1), z.literal(null)]), z.null()])
#   texts, as oneOf: 0 error(s)
#     z.union([z.enum(["page", "event"]), z.null()])
#   texts, with null in the enum, by orval: 0 error(s)
#   texts, with null in the enum, by hey-api: 0 error(s)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund openapi-zod-client@1.18.3 @zodios/core@10.9.6 zod@3.25.76 \
  typescript@5.9.3 orval@7.13.2 @hey-api/openapi-ts@0.85.2

# $1: name of the document, $2: schema of its only property.
document() {
  cat > "$1.json" <<JSON
{ "openapi": "3.1.0", "info": { "title": "steps", "version": "1" },
  "paths": { "/step": { "get": { "operationId": "getStep", "responses": { "200": { "description": "A step.",
    "content": { "application/json": { "schema": { "\$ref": "#/components/schemas/Step" } } } } } } } },
  "components": { "schemas": { "Step":
    { "type": "object", "required": ["kind"], "properties": { "kind": $2 } } } } }
JSON
}
failed=0
# $1: what is shown, $2: a generated file, $3: the expected number of errors.
expect_errors() {
  local errors
  errors=$(npx tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext "$2" |
    grep -c '^[^ ].*error TS' || true)
  echo "$1: $errors error(s)"
  if [ "$errors" != "$3" ]; then
    echo 'This has changed.'
    failed=1
  fi
}
# $1: what is shown, $2: name of the document, $3: the expected number of errors.
zod_client() {
  npx openapi-zod-client "$2.json" --output "$2.ts" --export-schemas > "$2.log"
  expect_errors "$1" "$2.ts" "$3"
  node -e '
    const text = require("node:fs").readFileSync(process.argv[1], "utf8").replace(/\s+/g, " ");
    const [, kind] = /kind: (z.*?z\.null\(\),? ?\]\))/.exec(text);
    console.log(`  ${kind.replace(/\[ /g, "[").replace(/, ?\]/g, "]")}`);
  ' "$2.ts"
}

document texts '{ "type": ["string", "null"], "enum": ["page", "event", null] }'
document numbers '{ "type": ["integer", "null"], "enum": [0, 1, null] }'
document oneOf '{ "oneOf": [{ "type": "string", "enum": ["page", "event"] }, { "type": "null" }] }'
zod_client 'texts, with null in the enum' texts 1
zod_client 'numbers, with null in the enum' numbers 0
zod_client 'texts, as oneOf' oneOf 0

cat > orval.config.cjs <<'CONFIG'
module.exports = { steps: { input: './texts.json', output: { target: './orval.ts', client: 'zod' } } };
CONFIG
npx orval --config orval.config.cjs > orval.log 2>&1
expect_errors 'texts, with null in the enum, by orval' orval.ts 0
npx openapi-ts -i texts.json -o hey -p zod > hey.log 2>&1
expect_errors 'texts, with null in the enum, by hey-api' hey/zod.gen.ts 0
exit $failed
