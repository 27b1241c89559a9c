import { join } from 'node:path'
import { describeIssues, safeParse } from '@campstore/contract/issue-text'
import { english } from '@campstore/contract/texts/text'
import { messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import type { ImportIssue, Place } from './import-issues.ts'
import { readRegularFile } from './read-regular-file.ts'
import { type DataSet, emptyDataSet, type RecordType, type Row, type Table, unreadable } from './record-type.ts'

/** A record type whose records are JSON. */
export type JsonRecordType = RecordType & {
  title: string
  record: z.ZodType
  /** Whether the file holds one record rather than an array of them. */
  single: boolean
}

/** A table of parts of a record, such as zones. */
type Parts<Schema extends z.ZodType<Row>> = Omit<Table, 'key'> & {
  key?: readonly string[]
  /** Field of the record that contains the parts. */
  within: string
  /** The rows of a record, each with its place in it: `zones.0`. */
  rows: (record: z.output<Schema>) => readonly { path: string; row: Row }[]
}

/**
 * Declares a record type; this one place is all that it needs, besides its line in `record-types.ts`.
 *
 * @param declaration what its table has besides these defaults: the file's name, the key `id`, all fields as columns
 * @param declaration.single whether the file holds one record, which gets the id 1
 * @param declaration.rowOf the row of a record, where its values are not the record's
 */
export function jsonRecords<Schema extends z.ZodType<Row>>(
  declaration: Partial<Table> & {
    file: string
    title: string
    record: Schema
    single?: boolean
    table: string
    rowOf?: (record: z.output<Schema>) => Row
    parts?: readonly Parts<Schema>[]
  },
): JsonRecordType {
  const { file, title, record, single = false, rowOf = value => value, parts = [], ...table } = declaration
  const fields = columnsOf(record).filter(field => !parts.some(({ within }) => within === field))
  const name = file.replace('.json', '').replace('-', ' ')
  const tables: readonly Table[] = [
    { name, columns: single ? ['id', ...fields] : fields, key: ['id'], ...table },
    ...parts.map(({ within, rows, ...part }) => ({ key: ['id'], ...part })),
  ]
  const rowsOf = (value: z.output<Schema>) => [
    [{ path: '', row: single ? { id: 1, ...rowOf(value) } : rowOf(value) }],
    ...parts.map(({ rows }) => rows(value)),
  ]
  const readRecord = (raw: unknown, place: Place, dataSet: DataSet): void => {
    const { data, issues } = parseRecord(record, raw, place)
    dataSet.issues.push(...issues)
    if (data === undefined) return
    for (const [index, rows] of rowsOf(data).entries()) {
      for (const { row, path } of rows) dataSet.tables[index]?.rows.push({ row, place: { ...place, path } })
    }
  }
  const read = async (directory: string): Promise<DataSet> => {
    const content = await parseFile(join(directory, file))
    if ('reason' in content) return unreadable(file, content.reason)
    const dataSet = emptyDataSet(tables)
    if (single) {
      readRecord(content.json, { file, path: '' }, dataSet)
    } else if (Array.isArray(content.json)) {
      for (const [index, raw] of content.json.entries()) {
        readRecord(raw, { file, record: index, id: idOf(raw, tables[0]?.key), path: '' }, dataSet)
      }
    } else return unreadable(file, 'must be an array of records')
    return dataSet
  }
  return { file, title, single, record, tables, read }
}

/** The record, or what is wrong with it, each with its place in the file. */
export function parseRecord<Schema extends z.ZodType>(
  record: Schema,
  raw: unknown,
  place: Place,
): { data?: z.output<Schema>; issues: ImportIssue[] } {
  const parsed = safeParse(record, raw)
  if (parsed.success) return { data: parsed.data, issues: [] }
  const issues = describeIssues(parsed.error.issues, record)
  return {
    issues: issues.map(({ path, reason }) => ({ place: { ...place, path: path.join('.') }, reason: english(reason) })),
  }
}

export async function parseFile(path: string): Promise<{ json: unknown } | { reason: string }> {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readRegularFile(path))) }
  } catch (error) {
    return { reason: `is not readable as JSON: ${messageOf(error).replace(/\s+/g, ' ')}` }
  }
}

export function columnsOf(record: z.core.$ZodType): string[] {
  const alternatives = record instanceof z.ZodUnion ? record.options : [record]
  const names = alternatives.flatMap(one => (one instanceof z.ZodObject ? Object.keys(one.shape) : []))
  return [...new Set(names)]
}

const anObject = z.record(z.string(), z.unknown())

/** The id of a record in messages: the values of its key. */
function idOf(raw: unknown, key: readonly string[] = []): string | undefined {
  const record = anObject.safeParse(raw).data
  const known = key.map(field => record?.[field]).filter(value => ['string', 'number'].includes(typeof value))
  return known.length === 0 ? undefined : known.join(' ').slice(0, 130)
}
