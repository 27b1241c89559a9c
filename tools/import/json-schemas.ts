import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { JsonRecordType } from './record-type.ts'

/** Where the published JSON Schemas are. */
export const schemaDirectory = fileURLToPath(new URL('../../data/schema', import.meta.url))

/** `campgrounds.json` -> `campgrounds.schema.json` */
export const schemaFile = (kind: JsonRecordType): string => kind.file.replace(/\.json$/, '.schema.json')

/** The JSON Schema (draft 7, which editors know best) of a kind's file, as text. */
export function jsonSchemaOf(kind: JsonRecordType): string {
  const content = kind.single ? kind.record : z.array(kind.record)
  const { $schema, ...rest } = z.toJSONSchema(content, { target: 'draft-07', io: 'input' })
  return `${JSON.stringify({ $schema, title: `${kind.file}: ${kind.title}`, ...rest }, null, 2)}\n`
}

/** Writes the JSON Schema of every kind. */
export async function writeJsonSchemas(recordTypes: readonly JsonRecordType[]): Promise<void> {
  await mkdir(schemaDirectory, { recursive: true })
  for (const kind of recordTypes) await writeFile(join(schemaDirectory, schemaFile(kind)), jsonSchemaOf(kind))
}
