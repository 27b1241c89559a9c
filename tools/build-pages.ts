import { pageFiles, searchFile, unknownPageFile } from '@campstore/gateway/page-files'
import { isNewer, writeWhole } from './built-files.ts'

/** What the files are made from. */
const sources = [
  'docs/{contract,guides}/**',
  'gateway/src/page-files.ts',
  'libs/contract/src/**',
  'libs/holds/src/**',
  'libs/messaging/src/**',
  'tools/docs/**',
  'tools/import/**',
  'package-lock.json',
]
const built = [
  ...[...Object.values(pageFiles), unknownPageFile, searchFile].map(file => `gateway/pages/${file}`),
  'libs/contract/documents/asyncapi.json',
  'libs/client/src/generated/operations.ts',
  'libs/client/src/generated/revisions.ts',
  'data/schema/items.schema.json',
]

/**
 * Writes what is generated, not committed, and needed to run: the HTML pages and the AsyncAPI document that the gateway serves, the
 * client's table of operations, and the JSON Schemas of data sets; unless all of them are newer than their sources.
 *
 * @returns whether they were written
 */
export async function buildPages(): Promise<boolean> {
  if (isNewer(built, sources)) return false
  const { builtFiles } = await import('./docs/built.ts')
  for (const file of builtFiles()) writeWhole(file)
  return true
}

if (import.meta.main) await buildPages()
