import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedAt, isNewer } from './built-files.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Where the gateway reads it. */
const target = join(project, 'gateway', 'console')

/** Files and folders that the console is made from; a folder is newer when a file of it was added or removed. */
const sources = [
  'console/{*.html,*.ts,package.json}',
  'console/src/**',
  'libs/client/src/*.ts',
  'libs/contract/src/**',
  'libs/core/src/*.ts',
  'package-lock.json',
]

/** How long files of former builds stay for pages that are open, in milliseconds. */
const formerMs = 86_400_000

/** Whether the console is built from its present sources. */
export const isConsoleCurrent = (): boolean => isNewer(['gateway/console/index.html'], sources)

/**
 * Builds the console, unless it is current, and replaces the one that the gateway serves: first the files whose names contain
 * their hashes, then the page that names them, so that a reader always finds a whole console. Returns whether it was built.
 */
export async function buildConsole(): Promise<boolean> {
  if (isConsoleCurrent()) return false
  const { buildInto } = await import('../console/build.ts')
  const built = join(project, '.local', `console-${process.pid}`)
  try {
    await buildInto(built)
    replace(built)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
  return true
}

function replace(built: string): void {
  mkdirSync(join(target, 'assets'), { recursive: true })
  const names = readdirSync(join(built, 'assets'))
  for (const name of names) renameSync(join(built, 'assets', name), join(target, 'assets', name))
  renameSync(join(built, 'index.html'), join(target, 'index.html'))
  for (const name of readdirSync(join(target, 'assets'))) {
    const file = join(target, 'assets', name)
    if (!names.includes(name) && (changedAt(file) ?? 0) < Date.now() - formerMs) rmSync(file)
  }
}

if (import.meta.main) {
  const built = await buildConsole()
  process.stdout.write(built ? 'The console is built\n' : 'The console is current\n')
}
