import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CliError, formatError, messageOf } from '@campstore/local-servers/cli-error'
import { importDirectory } from './import/import-directory.ts'
import { schemaDirectory, writeJsonSchemas } from './import/json-schemas.ts'
import { recordKinds } from './import/record-types.ts'
import type { Outcome } from './import/write-target.ts'

const usage = 'usage: npm run import -- <directory> [--reset-stock]'

/** What became of the rows, as a table for a terminal. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const cells = outcomes.map(({ name, added, changed, unchanged }) => [name, added, changed, unchanged].map(String))
  const table = [['kind', 'new', 'changed', 'unchanged'], ...cells].map(([name = '', ...counts]) =>
    [name.padEnd(16), ...counts.map(count => count.padStart(10))].join(''),
  )
  const untouched = outcomes.every(({ added, changed }) => added + changed === 0)
  return [...table, ...(untouched ? ['nothing changed: the database holds all of this already'] : [])].join('\n')
}

function optionsOf(args: string[]): { directory: string; resetStock: boolean } | 'write-schemas' {
  const { values, positionals } = parseCommand(args)
  if (values['write-schemas']) return 'write-schemas'
  const [directory, ...more] = positionals
  if (directory === undefined || more.length > 0) throw new CliError(usage)
  // npm runs scripts in the project's root and tells where it was called from.
  return { directory: resolve(process.env.INIT_CWD ?? '.', directory), resetStock: values['reset-stock'] ?? false }
}

function parseCommand(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { 'reset-stock': { type: 'boolean' }, 'write-schemas': { type: 'boolean' } },
    })
  } catch (error) {
    throw new CliError(`${messageOf(error)}\n${usage}`)
  }
}

/** Runs the command; prints its outcome. */
async function run(): Promise<void> {
  const options = optionsOf(process.argv.slice(2))
  if (options === 'write-schemas') {
    await writeJsonSchemas(recordKinds)
    process.stdout.write(`wrote ${relative('.', schemaDirectory)}\n`)
    return
  }
  const adminUrl = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
  process.stdout.write(`${reportOf(await importDirectory({ ...options, adminUrl }))}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  }
}
