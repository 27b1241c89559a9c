import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Finds a program in the given folders, then in the PATH. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  const searched = [...folders, ...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin']
  return searched.map(folder => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds a program; where packages can be installed, its Debian package is.
 *
 * @param packageName default: the name of the program
 */
export async function findOrInstall(
  name: string,
  folders: readonly string[] = [],
  packageName = name,
): Promise<string | undefined> {
  const found = findProgram(name, folders)
  if (found !== undefined || !canInstall()) return found
  await installPackage(packageName)
  return findProgram(name, folders)
}

/** Whether packages can be installed without asking: as root on Debian. */
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs a Debian package, where packages can be installed.
 *
 * @returns whether it is installed
 */
export async function installPackage(name: string): Promise<boolean> {
  if (!canInstall()) return false
  return run('sh', [join(import.meta.dirname, '..', 'install-packages.sh'), name], { timeout: 600_000 }).then(
    () => true,
    () => false,
  )
}
