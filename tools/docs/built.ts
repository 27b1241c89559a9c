import { z } from 'zod'
import { jsonRecordTypes } from '../import/record-types.ts'
import { asyncApiDocument } from './asyncapi/document.ts'
import { clientTables } from './client.ts'
import { type Generated, generatedJson } from './generated.ts'
import { openApiDocument } from './openapi/document.ts'
import { htmlPages } from './site/pages.ts'

/** The OpenAPI document, which the gateway serves: committed, because its differences show what changes for clients. */
export const openApiFile = (): Generated => generatedJson('libs/contract/documents/openapi.json', openApiDocument())

/** What tools/build-pages.ts writes: generated, not committed, and made without a package for development. */
export const builtFiles = (): Generated[] => [
  ...htmlPages(),
  generatedJson('libs/contract/documents/asyncapi.json', asyncApiDocument()),
  ...clientTables(),
  ...dataSchemas(),
]

/** The JSON Schema (draft 7, which editors know best) of each file of a data set. */
const dataSchemas = (): Generated[] =>
  jsonRecordTypes.map(({ file, title, record, single }) => {
    const content = single ? record : z.array(record)
    const { $schema, ...rest } = z.toJSONSchema(content, { target: 'draft-07', io: 'input' })
    const schema = { $schema, title: `${file}: ${title}`, ...rest }
    return generatedJson(`data/schema/${file.replace(/\.json$/, '.schema.json')}`, schema)
  })
