import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { jsonRecordTypes } from '../import/record-types.ts'
import { type Generated, generatedJson } from './generated.ts'

const directory = fileURLToPath(new URL('../../data/schema', import.meta.url))

/** The JSON Schema (draft 7, which editors know best) of each file of a data set. */
export const dataSchemas = (): Generated[] =>
  jsonRecordTypes.map(({ file, title, record, single }) => {
    const content = single ? record : z.array(record)
    const { $schema, ...rest } = z.toJSONSchema(content, { target: 'draft-07', io: 'input' })
    const schema = { $schema, title: `${file}: ${title}`, ...rest }
    return generatedJson(join(directory, file.replace(/\.json$/, '.schema.json')), schema)
  })
