import { globSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isNewer, writeWhole } from './built-files.ts'

/** What the files are made from. */
const sources = [
  'docs/{contract,guides}/**',
  'libs/contract/src/**',
  'libs/holds/src/**',
  'libs/messaging/src/**',
  'tools/docs/**',
  'tools/import/**',
  'package-lock.json',
]
const built = [
  'gateway/pages/index.html',
  'libs/contract/documents/asyncapi.json',
  'libs/client/src/generated/operations.ts',
  'libs/client/src/generated/revisions.ts',
  'data/schema/items.schema.json',
]

/**
 * Writes the generated files that are needed to run but not committed, such as the pages and the AsyncAPI document of the gateway,
 * unless all of them are newer than their sources. Returns whether it wrote them.
 */
export async function buildPages(): Promise<boolean> {
  if (isNewer(built, sources)) return false
  const { builtFiles } = await import('./docs/built.ts')
  const files = builtFiles()
  for (const file of files) writeWhole(file)
  // The gateway serves every page that it finds.
  const current = new Set(files.map(({ file }) => file))
  const pages = fileURLToPath(new URL('../gateway/pages/', import.meta.url))
  for (const name of globSync('**/*.html', { cwd: pages })) if (!current.has(pages + name)) rmSync(pages + name)
  return true
}

if (import.meta.main) await buildPages()
