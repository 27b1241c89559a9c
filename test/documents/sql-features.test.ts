import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** All that runs in production and may contain SQL, without comments. */
const sources = globSync(['services/*/src/**/*.{sql,ts}', 'libs/*/{src,sql}/**/*.{sql,ts}'], { cwd: root })
  .filter(file => !/\.test\.ts$|\/testing\/|^libs\/(testing|local-servers|client)\//.test(file))
  .map(file => readFileSync(`${root}/${file}`, 'utf8').replaceAll(/^ *(--|\/\/|\*|\/\*).*$/gm, ''))
  .join('\n')
const guide = readFileSync(`${root}/docs/scaling.md`, 'utf8')

/** The features in the table of docs/scaling.md, and how each is recognised. */
const features: Record<string, RegExp> = {
  'Range types': /\bdaterange\b/,
  'GiST indexes with `btree_gist`': /using gist/,
  'GIN indexes with `pg_trgm`': /gin_trgm_ops/,
  'Partial, covering and expression indexes': /^ +include \(/m,
  'PL/pgSQL functions with exceptions': /raise exception .* using errcode/,
  '`security definer` functions': /^security definer$/m,
  'Functions with settings': /^set plan_cache_mode = /m,
  'Row triggers with conditions': /for each row when \(/,
  'Statement triggers with transition tables': /referencing (?:new|old) table/,
  'Advisory locks of a session': /pg_try_advisory_lock\(/,
  'Advisory locks of a transaction': /pg_advisory_xact_lock\(/,
  '`listen` and `notify`': /`listen \$/,
  '`for no key update` and `for key share`': /for no key update/,
  '`skip locked`': /skip locked/,
  'Foreign keys, also to other schemas': /references catalog\./,
  'Check constraints': /\bcheck \(/,
  'Generated columns': /generated always as \(/,
  'Identity columns': /as identity/,
  'Collations `"C"` and `pg_c_utf8`': /collate pg_c_utf8/,
  'JSON as rows': /jsonb_to_recordset\(/,
  '`json`, which keeps its text': /\bresponse json\b/,
  'Arrays as rows, in their order': /with ordinality/,
  'Writing statements in `with`': /with new_(?:booking|order) as \(\s+insert/,
  '`on conflict`': /on conflict/,
  '`returning`': /\breturning\b/,
  'Lateral joins and filtered aggregates': /\blateral\b/,
  'A schema and a role per service': /alter default privileges in schema/,
  'Views across schemas': /create or replace view/,
  'Storage parameters and statistics targets': /set statistics \d+/,
  'Timeouts of a session': /idle_session_timeout/,
}

const found = (pattern: RegExp): string[] =>
  [...new Set([...sources.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))].toSorted()

test.each(Object.entries(features))('%s: used, and in the table of docs/scaling.md', (name, pattern) => {
  expect(sources).toMatch(pattern)
  expect(guide).toContain(`\n| ${name} |`)
})

test('the table has no other rows', () => {
  const [, section = ''] = guide.split('### The SQL we use')
  const [table = ''] = section.split('\n### ')
  const rows = [...table.matchAll(/^\| (?!feature|---)([^|]+) \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(Object.keys(features).toSorted())
})

// What is new here needs a row in the table, or belongs to one of its rows.
test.each([
  ['extensions', /create extension (?:if not exists )?(\w+)/g, ['btree_gist', 'pg_trgm']],
  ['index methods', /\busing (gist|gin|brin|hash|spgist|btree)\b/g, ['gin', 'gist']],
  ['row locks', /\bfor (update|no key update|share|key share)\b/g, ['key share', 'no key update', 'update']],
  ['languages', /^language (\w+)/gm, ['plpgsql', 'sql']],
  ['collations', /\bcollate ("?\w+"?)/g, ['"c"', '"default"', 'pg_c_utf8']],
  [
    'what is created',
    /^ *create (?:or replace )?(?:unique )?(\w+)/gm,
    ['function', 'index', 'table', 'trigger', 'view'],
  ],
  [
    'functions of the server',
    /\b(pg_\w+)\(/g,
    ['pg_advisory_unlock_all', 'pg_advisory_xact_lock', 'pg_logical_emit_message', 'pg_notify', 'pg_try_advisory_lock'],
  ],
])('%s are the known ones', (_, pattern, known) => {
  expect(found(pattern)).toEqual(known)
})
