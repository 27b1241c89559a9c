import { resolve } from 'node:path'
import { stopEverything } from '@campstore/local-servers/processes'
import { formatReport, isViolated } from './audit/report.ts'
import { type Restored, restore } from './backup/restore.ts'
import { localDirectory, onAdminDatabase, parseCommandLine, requiredAddress, runCommand } from './command.ts'
import { rolePasswordVariable } from './configuration/tool-variables.ts'
import { localRolePasswords, rolePasswords } from './migrate.ts'
import { localServers } from './start/places.ts'
import { startSettings } from './start/settings.ts'
import { takeStartLock } from './start/start-lock.ts'

/**
 * Runs the local PostgreSQL of `npm start` alone, as long as the work lasts.
 *
 * @throws {CliError} when an `npm start` runs in this folder
 */
async function onLocalPostgres<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
  const settings = startSettings(process.env)
  try {
    await takeStartLock(localDirectory)
    const { postgres } = await localServers(settings)
    return await work((await postgres()).adminUrl)
  } finally {
    await stopEverything()
  }
}

/** The result as lines for a terminal. */
export function reportOf({ createdAt, applied, newer, withoutPassword, checks }: Restored): string {
  const passwords = withoutPassword.map(rolePasswordVariable).join(', ')
  return [
    formatReport(checks),
    `Restored the back-up of ${createdAt}.`,
    ...(newer.length > 0 ? [`It is of a newer version of campstore, with ${newer.join(', ')}. Use that version.`] : []),
    ...(applied.length > 0 ? [`Applied newer migrations: ${applied.join(', ')}.`] : []),
    ...(passwords ? [`Roles without a password cannot log in. Set ${passwords}, and run npm run migrate.`] : []),
    'Before the services start: prepare the broker (npm run migrate), and have the payment service publish again what it has sent since then. See "Back up and restore" in docs/operations.md.',
  ].join('\n')
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const { positionals } = parseCommandLine('restore', args, {}, 1)
    const file = resolve(environment.INIT_CWD ?? '.', positionals[0] ?? '')
    const production = environment.NODE_ENV === 'production'
    // The local server has local passwords.
    const adminUrl = production ? requiredAddress(environment, 'DATABASE_ADMIN_URL') : environment.DATABASE_ADMIN_URL
    const restored = adminUrl
      ? await onAdminDatabase(adminUrl, () => restore(adminUrl, file, rolePasswords(environment)))
      : await onLocalPostgres(local => restore(local, file, localRolePasswords(environment)))
    if (restored.checks.some(isViolated)) process.exitCode = 1
    return reportOf(restored)
  })
}
