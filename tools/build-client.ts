import { buildPages } from './build-pages.ts'
import { isNewer, writeWhole } from './built-files.ts'

/** What the types are made from. */
const sources = ['libs/contract/src/**', 'libs/core/src/*.ts', 'tools/docs/**', 'package-lock.json']

/** Writes what libs/client consists of besides its own sources, unless it is current: for type checks, editors and the package. */
export async function buildClient(): Promise<void> {
  await buildPages()
  if (isNewer(['libs/client/src/generated/schema.ts'], sources)) return
  const { clientTypes } = await import('./docs/client-types.ts')
  writeWhole(await clientTypes())
}

if (import.meta.main) await buildClient()
