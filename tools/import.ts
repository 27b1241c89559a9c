import { relative, resolve } from 'node:path'
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
async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  if (args.includes('--write-schemas')) {
    await writeJsonSchemas(jsonRecordTypes)
    return `Wrote ${relative('.', schemaDirectory)}`
  }
  const { values, positionals } = parseCommandLine('import', args, { 'reset-stock': { type: 'boolean' } }, 1)
  const outcomes = await importDirectory({
    // npm runs scripts in the project's root and passes the folder that it was called from.
    directory: resolve(environment.INIT_CWD ?? '.', positionals[0] ?? ''),
    resetStock: values['reset-stock'] ?? false,
    adminUrl: requiredAddress(environment, 'DATABASE_ADMIN_URL'),
  })
  return reportOf(outcomes)
}

if (import.meta.main) await runCommand(main)
