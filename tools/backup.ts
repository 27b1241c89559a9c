import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { writeChecksum } from './backup/checksum.ts'
import { runClient, serverVersion } from './backup/client-run.ts'
import { postgresClients } from './backup/postgres-clients.ts'
import { onAdminDatabase, parseCommandLine, requiredAddress, runCommand } from './command.ts'

/**
 * Backs up a whole database with pg_dump: all schemas with their data and grants, as one snapshot; requests continue meanwhile.
 * The file is for its owner alone, and gets its name only when it is complete. Its checksum is next to it.
 *
 * @param target file, or an existing folder, where the file is named after the time
 * @throws {CliError} when the file exists or cannot be written, or pg_dump is missing, too old, or fails
 */
export async function backUp(adminUrl: string, target: string): Promise<string> {
  const file = fileOf(target, new Date())
  if (existsSync(file)) throw new CliError(`${file} exists already. Choose another name.`)
  const { pgDump } = await postgresClients(await serverVersion(adminUrl))
  const unfinished = `${file}.unfinished`
  try {
    createPrivateFile(unfinished)
    await runClient(pgDump, ['--format=custom', `--file=${unfinished}`], adminUrl)
    await writeChecksum(unfinished, file)
    renameSync(unfinished, file)
    return file
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function createPrivateFile(path: string): void {
  try {
    rmSync(path, { force: true })
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CliError(`Cannot write the back-up: ${messageOf(error)}`)
  }
}

function fileOf(target: string, now: Date): string {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isFolder ? join(target, `campstore-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.dump`) : target
}

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
