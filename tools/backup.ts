import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backUp } from './backup/back-up.ts'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand } from './command.ts'

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const { positionals } = parseCommandLine('backup', args, {}, 1)
    const adminUrl = requiredAddress(environment, 'DATABASE_ADMIN_URL')
    // npm runs scripts in the project's root and passes the folder that it was called from.
    const target = resolve(environment.INIT_CWD ?? '.', positionals[0] ?? '')
    const began = new Date().toISOString()
    const file = await onAdminDatabase(adminUrl, () => backUp(adminUrl, target))
    const size = (statSync(file).size / 1024 ** 2).toFixed(1)
    return `Backed up the database as of ${began} to ${file} (${size} MB). It contains personal data: keep it, and its .sha256, where only operators can read it.`
  })
}
