import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { jsonSchemaOf, schemaDirectory, schemaFile } from './json-schemas.ts'
import { jsonRecordTypes } from './record-types.ts'
import { demoDirectory } from './testing/data-set-files.ts'

const published = (file: string): string => readFileSync(join(schemaDirectory, file), 'utf8')

/** Formats are left to the importer; the schemas carry patterns for them. */
const validatorOf = (schema: string) => new Ajv({ validateFormats: false, strict: false }).compile(JSON.parse(schema))

describe('the published JSON Schemas', () => {
  test('are those of the declared recordTypes, no more and no fewer', () => {
    expect(readdirSync(schemaDirectory).sort()).toEqual(jsonRecordTypes.map(schemaFile).sort())
  })

  test.each(jsonRecordTypes)('are current for $file (else: node tools/import.ts --write-schemas)', type => {
    expect(published(schemaFile(type))).toBe(jsonSchemaOf(type))
  })

  test.each(jsonRecordTypes)('accept the demonstration $file', type => {
    const validate = validatorOf(published(schemaFile(type)))
    validate(JSON.parse(readFileSync(join(demoDirectory, type.file), 'utf8')))
    expect(validate.errors).toBeNull()
  })

  test('refuse a field that is not known', () => {
    const validate = validatorOf(published('holidays.schema.json'))
    expect(validate([{ date: '2026-01-01', kind: 'holiday', name: 'New Year', note: 'x' }])).toBe(false)
  })
})
