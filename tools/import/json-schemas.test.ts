import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonSchemaOf, schemaDirectory, schemaFile } from './json-schemas.ts'
import { jsonRecordTypes } from './record-types.ts'

const published = (file: string): string => readFileSync(join(schemaDirectory, file), 'utf8')

describe('the published JSON Schemas', () => {
  test('are those of the declared recordTypes, no more and no fewer', () => {
    expect(readdirSync(schemaDirectory).sort()).toEqual(jsonRecordTypes.map(schemaFile).sort())
  })

  test.each(jsonRecordTypes)('are current for $file (else: node tools/import.ts --write-schemas)', type => {
    expect(published(schemaFile(type))).toBe(jsonSchemaOf(type))
  })
})
