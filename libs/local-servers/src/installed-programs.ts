import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
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
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Whether the machine's release has a Debian package. */
export const isKnownPackage = (name: string): Promise<boolean> =>
  run('apt-cache', ['show', name]).then(
    () => true,
    () => false,
  )

/**
 * Installs a Debian package, where packages can be installed, and prevents it from starting its system service: only private servers are needed here.
 *
 * @returns whether it is installed
 */
export async function installPackage(name: string): Promise<boolean> {
  if (!canInstall()) return false
  const installed = latestInstall.then(() => install(name))
  latestInstall = installed
  return installed
}

/** The package manager runs one installation at a time, and servers are looked for in parallel. */
let latestInstall: Promise<unknown> = Promise.resolve()

async function install(name: string): Promise<boolean> {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptInstall = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], { env: environment, timeout: 300_000 })
  try {
    await aptInstall().catch(async () => {
      // The machine's package lists are missing or out of date.
      await run('apt-get', ['update'], { env: environment, timeout: 120_000 })
      await aptInstall()
    })
    return true
  } catch {
    return false
  } finally {
    if (ours) rmSync(policy, { force: true })
  }
}
