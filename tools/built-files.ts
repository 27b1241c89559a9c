import { globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

/**
 * Whether every built file is there and newer than all sources.
 *
 * @param sources globs of files and folders; a folder is newer when a file of it was added or removed
 */
export function isNewer(built: readonly string[], sources: readonly string[]): boolean {
  const oldest = Math.min(...built.map(file => changedAt(join(project, file)) ?? 0))
  return globSync(sources, { cwd: project }).every(path => (changedAt(join(project, path)) ?? 0) < oldest)
}

/** When a file was changed, in milliseconds; undefined without it. */
export const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** Writes a file so that a reader sees a whole one: another command may write it at the same time. */
export function writeWhole({ file, rendered }: { file: string; rendered: string }): void {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, rendered)
  renameSync(part, file)
}
