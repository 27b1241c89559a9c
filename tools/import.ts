import { resolve } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'
import { importDirectory } from './import/import-directory.ts'
import type { Outcome } from './import/write.ts'
import { textTable } from './text-table.ts'

export function reportOf(outcomes: readonly Outcome[]): string {
  const cells = outcomes.map(({ name, added, changed, unchanged }) => [name, added, changed, unchanged].map(String))
  const table = textTable([['record type', 'new', 'changed', 'unchanged'], ...cells], column => column > 0)
  const untouched = outcomes.every(({ added, changed }) => added + changed === 0)
  return [...table, ...(untouched ? ['Nothing changed: the database already contains all of this.'] : [])].join('\n')
}

export async function runImport(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const options = { 'reset-stock': { type: 'boolean' }, 'if-empty': { type: 'boolean' } } as const
  const { values, positionals } = parseCommandLine('import', args, options, 'any')
  const adminUrl = requiredAddress(environment, 'DATABASE_ADMIN_URL')
  if (positionals.length === 0) throw new UsageError('import', 'An argument is missing.')
  const resetStock = values['reset-stock'] ?? false
  return onAdminDatabase(adminUrl, async () => {
    if (values['if-empty'] && (await hasCampgrounds(adminUrl)))
      return 'Nothing changed: the database already has campgrounds.'
    const reports: string[] = []
    for (const name of positionals) {
      // npm runs scripts in the project's root and passes the folder that it was called from.
      const directory = resolve(environment.INIT_CWD ?? '.', name)
      reports.push(reportOf(await importDirectory({ directory, resetStock, adminUrl })))
    }
    return reports.join('\n\n')
  })
}

async function hasCampgrounds(adminUrl: string): Promise<boolean> {
  const { rowCount } = await onDatabase(adminUrl, client => client.query('select from booking.campground limit 1'))
  return rowCount !== 0
}

if (import.meta.main) await runCommand(runImport)
