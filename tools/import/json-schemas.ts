import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { JsonRecordType } from './json-records.ts'

/** Where the published JSON Schemas are. */
export const schemaDirectory = fileURLToPath(new URL('../../data/schema', import.meta.url))

/** `campgrounds.json` -> `campgrounds.schema.json` */
export const schemaFile = (recordType: JsonRecordType): string => recordType.file.replace(/\.json$/, '.schema.json')

/** The JSON Schema (draft 7, which editors know best) of a record type's file, as text. */
export function jsonSchemaOf(recordType: JsonRecordType): string {
  const { file, title, record, single } = recordType
  const content = single ? record : z.array(record)
  const { $schema, ...rest } = z.toJSONSchema(content, { target: 'draft-07', io: 'input' })
  return `${JSON.stringify({ $schema, title: `${file}: ${title}`, ...rest }, null, 2)}\n`
}

/** Writes the JSON Schema of every record type. */
export async function writeJsonSchemas(recordTypes: readonly JsonRecordType[]): Promise<void> {
  await mkdir(schemaDirectory, { recursive: true })
  for (const type of recordTypes) await writeFile(join(schemaDirectory, schemaFile(type)), jsonSchemaOf(type))
}
