import { relative, resolve } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import { parseCommandLine, requiredAddress, runCommand } from './command.ts'
import { importDirectory } from './import/import-directory.ts'
import { schemaDirectory, writeJsonSchemas } from './import/json-schemas.ts'
import { jsonRecordTypes } from './import/record-types.ts'
import type { Outcome } from './import/write.ts'

/** The results as a table for a terminal. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const cells = outcomes.map(({ name, added, changed, unchanged }) => [name, added, changed, unchanged].map(String))
  const table = [['record type', 'new', 'changed', 'unchanged'], ...cells].map(([name = '', ...counts]) =>
    [name.padEnd(16), ...counts.map(count => count.padStart(10))].join(''),
  )
  const untouched = outcomes.every(({ added, changed }) => added + changed === 0)
  return [...table, ...(untouched ? ['Nothing changed: the database contains all of this already.'] : [])].join('\n')
}

/** Runs the command and returns its report. */
export async function runImport(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  if (args.includes('--write-schemas')) {
    await writeJsonSchemas(jsonRecordTypes)
    return `Wrote ${relative('.', schemaDirectory)}`
  }
  const options = { 'reset-stock': { type: 'boolean' }, 'if-empty': { type: 'boolean' } } as const
  const { values, positionals } = parseCommandLine('import', args, options, 1)
  const adminUrl = requiredAddress(environment, 'DATABASE_ADMIN_URL')
  if (values['if-empty'] && (await hasCampgrounds(adminUrl))) return 'Nothing changed: the database has campgrounds.'
  const outcomes = await importDirectory({
    // npm runs scripts in the project's root and passes the folder that it was called from.
    directory: resolve(environment.INIT_CWD ?? '.', positionals[0] ?? ''),
    resetStock: values['reset-stock'] ?? false,
    adminUrl,
  })
  return reportOf(outcomes)
}

async function hasCampgrounds(adminUrl: string): Promise<boolean> {
  const { rowCount } = await onDatabase(adminUrl, client => client.query('select from booking.campground limit 1'))
  return rowCount !== 0
}

if (import.meta.main) await runCommand(runImport)
