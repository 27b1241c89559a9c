import type { z } from 'zod'

/** The values of one record, or of one part of it, by field name. */
export type Row = Readonly<Record<string, unknown>>

/** A field with the key of a row of another table, which must be in the files or in the database. */
export type Reference = {
  field: string
  to: string
  /** Whether the part itself is the reference, as in an array of names. */
  isWhole?: boolean
}

/** Fields whose values must be unique together; rows with a null are ignored. */
export type Uniqueness = {
  fields: readonly string[]
  /** Whether case is ignored. */
  foldCase?: boolean
  /** Rows of the files that the rule applies to; all by default. */
  applies?: (row: Row) => boolean
  /** SQL condition for rows of the database, as `stored`, that the rule applies to; all by default. */
  among?: string
}

/** A database table that an import fills. */
export type Target = {
  /** Name in reports and in references. */
  name: string
  table: string
  /** Fields that are written; the column's name is the field's in snake case. */
  columns: readonly string[]
  key: readonly string[]
  /** Names of the nested arrays whose elements become rows; empty for the record itself. */
  within?: readonly string[]
  references?: readonly Reference[]
  unique?: readonly Uniqueness[]
  /** Fields that an import may not change once they are stored: a zone cannot move to another campground. */
  immutable?: readonly string[]
  /** Fields that are only set when a row is inserted, because the running service changes them afterwards. */
  insertOnly?: readonly string[]
  /** Whether `--reset-stock` overwrites insert-only fields. */
  resettable?: boolean
  /** SQL before such a reset. */
  beforeReset?: string
  /** Column that is set to the current time when an import changes a row. */
  changedAt?: string
  /** SQL before and after the rows are written. */
  before?: string
  after?: string
  /** SQL that removes parts which are no longer in the files; removed rows count as changed. */
  prune?: string
  /** How many rows go into one statement, where rows are large. */
  rowsPerStatement?: number
}

/** The rows of a record, one list per target, or what is wrong with it. */
export type ReadRecord = { rows: readonly (readonly Row[])[] } | { issues: readonly z.core.$ZodIssue[] }

/** A record type: its file, its schema, and its tables. */
export type JsonRecordType = {
  file: string
  title: string
  /** Whether the file holds one record rather than an array of them. */
  single: boolean
  record: z.ZodType
  targets: readonly Target[]
  read(raw: unknown): ReadRecord
}

/** A record type whose records are files in a folder of the data set. */
export type FileRecordType = {
  folder: string
  title: string
  /** The pattern of file names, and its description. */
  names: { pattern: RegExp; description: string }
  maxBytes: number
  target: Target
  /** The row of a file, or what is wrong with it. */
  read(name: string, content: Buffer): { row: Row } | { reasons: readonly string[] }
}

/** A type of record that a data set may contain. */
export type RecordType = JsonRecordType | FileRecordType

type Declaration<Schema extends z.ZodType> = {
  file: string
  title: string
  single?: boolean
  record: Schema
  /** Each target with the function that returns a record's rows for it. */
  targets: readonly (Target & { rows: (record: z.output<Schema>) => readonly Row[] })[]
}

/** Declares a kind; this one place is all that a kind needs, besides its line in `recordTypes.ts`. */
export function defineRecordType<Schema extends z.ZodType>(declaration: Declaration<Schema>): JsonRecordType {
  const { file, title, single = false, record, targets } = declaration
  return {
    file,
    title,
    single,
    record,
    targets,
    read(raw) {
      const parsed = record.safeParse(raw, { reportInput: true })
      if (!parsed.success) return { issues: parsed.error.issues }
      return { rows: targets.map(target => target.rows(parsed.data)) }
    },
  }
}
