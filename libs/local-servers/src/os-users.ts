import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { CliError } from './cli-error.ts'
import { type SystemUser, trackTemporaryDirectory } from './processes.ts'

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The user that a server runs as when this process is root: PostgreSQL refuses to run as root, and the others need not.
 *
 * @param preferred user names, the first existing one is taken; `nobody` is the last resort
 * @returns undefined when this process is not root: servers then run as the same user
 */
export function serverUser(...preferred: string[]): SystemUser | undefined {
  if (!isRoot()) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  for (const name of [...preferred, 'nobody']) {
    const account = accounts.find(([accountName]) => accountName === name)
    if (account !== undefined) return { name, uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new CliError(
    `The servers cannot run as root, and there is no user ${preferred.join(', ')} or nobody. Start as an ordinary user.`,
  )
}

/** Whether the user may enter every folder of the path; root's home, for example, is closed to all others. */
export function canReach(user: SystemUser | undefined, path: string): boolean {
  if (user === undefined) return true
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const searchBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
      if ((mode & searchBit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}

/**
 * Where the local servers keep their data: in the project, or under /var/tmp when the servers' users cannot reach the project.
 */
export function serverHome(projectDirectory: string): string {
  const local = join(projectDirectory, '.local')
  if (canReach(serverUser('postgres'), local)) return local
  return join('/var/tmp', `campstore-${createHash('sha256').update(projectDirectory).digest('hex').slice(0, 12)}`)
}

/**
 * Creates a folder that the server's user can write to, unless it exists.
 *
 * @throws {CliError} when it belongs to another user
 */
export function prepareServerDirectory(path: string, user: SystemUser | undefined): void {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true })
    if (user !== undefined) chownSync(path, user.uid, user.gid)
    return
  }
  const owner = statSync(path).uid
  const expected = user?.uid ?? process.getuid?.() ?? owner
  if (owner !== expected) {
    throw new CliError(
      `${path} belongs to another user (uid ${owner}). Start as that user, or remove the folder to start over.`,
    )
  }
}

/** A file system in memory, and how much must be free there for servers. */
const memory = { path: '/dev/shm', leastBytes: 4_000_000_000 }

/**
 * A folder in memory for servers of tests, whose many databases take most of their time to be written to a disk; on a disk where there
 * is too little memory. It is removed when this process exits.
 */
export function temporaryMemoryHome(): string {
  if (!existsSync(memory.path)) return temporaryServerHome()
  const { bavail, bsize } = statfsSync(memory.path)
  const mayRunPrograms = !/ \/dev\/shm .*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))
  return bavail * bsize >= memory.leastBytes && mayRunPrograms
    ? temporaryServerHome(memory.path)
    : temporaryServerHome()
}

/** A folder for throw-away servers that their users can reach. It is removed when this process exits. */
export function temporaryServerHome(
  parent = canReach(serverUser('postgres'), tmpdir()) ? tmpdir() : '/var/tmp',
): string {
  const home = mkdtempSync(join(parent, 'campstore-'))
  chmodSync(home, 0o711)
  trackTemporaryDirectory(home)
  return home
}
