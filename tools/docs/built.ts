import { clientTables } from './client.ts'
import { dataSchemas } from './data-schemas.ts'
import { asyncApiFile } from './documents.ts'
import type { Generated } from './generated.ts'
import { htmlPages } from './site/pages.ts'

/** What tools/build-pages.ts writes: generated, not committed, and made without a package for development. */
export const builtFiles = (): Generated[] => [...htmlPages(), asyncApiFile(), ...clientTables(), ...dataSchemas()]
