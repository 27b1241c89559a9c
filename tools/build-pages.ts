import { globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageFiles, searchFile, unknownPageFile } from '@campstore/gateway/page-files'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Files and folders that the pages are made from; a folder is newer when a file of it was added or removed. */
const sources = [
  'docs/{contract,guides}/**',
  'gateway/src/page-files.ts',
  'libs/contract/src/**',
  'libs/holds/src/**',
  'libs/messaging/src/**',
  'tools/docs/**',
  'package-lock.json',
]

/**
 * Writes the HTML pages that the gateway serves to `gateway/pages`, unless all of them are newer than their sources.
 *
 * @returns whether pages were written
 */
export async function buildPages(): Promise<boolean> {
  if (areCurrent()) return false
  const { htmlPages } = await import('./docs/site/pages.ts')
  for (const { file, rendered } of htmlPages()) {
    mkdirSync(dirname(file), { recursive: true })
    // Another command may build them at the same time: a reader sees a whole file.
    const part = `${file}.${process.pid}`
    writeFileSync(part, rendered)
    renameSync(part, file)
  }
  return true
}

function areCurrent(): boolean {
  const changedAt = (path: string) => statSync(join(project, path), { throwIfNoEntry: false })?.mtimeMs
  const built = [...Object.values(pageFiles), unknownPageFile, searchFile].map(
    file => changedAt(`gateway/pages/${file}`) ?? 0,
  )
  const changed = globSync(sources, { cwd: project }).map(path => changedAt(path) ?? 0)
  return Math.min(...built) > Math.max(...changed)
}

if (import.meta.main) await buildPages()
