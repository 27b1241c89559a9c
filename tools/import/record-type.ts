import type { z } from 'zod'

/** What is written of one record, or of one part of it: field name to value. */
export type Row = Readonly<Record<string, unknown>>

/** A field that names a row of another table by its key: that row must be in the files or in the database already. */
export type Reference = {
  field: string
  to: string
  /** Whether the whole part is the reference, as in an array of names; issues then point to the part. */
  isWhole?: boolean
}

/** Fields that no two rows may have the same values of; rows with a null among them do not take part. */
export type Uniqueness = {
  fields: readonly string[]
  /** Whether upper and lower case are the same. */
  foldCase?: boolean
  /** Rows of the files that take part; all, where absent. */
  applies?: (row: Row) => boolean
  /** SQL condition for rows of the database, as `stored`, that take part; all, where absent. */
  among?: string
}

/** A database table that an import fills. */
export type Target = {
  /** Name in reports and in references. */
  name: string
  table: string
  /** Field to SQL type; the column's name is the field's in snake case. */
  columns: Readonly<Record<string, string>>
  key: readonly string[]
  /** Arrays that lead from a record to the parts that become rows: none for the record itself. */
  within?: readonly string[]
  references?: readonly Reference[]
  unique?: readonly Uniqueness[]
  /** Fields that, once stored, an import may not change: a part does not move to another whole. */
  fixed?: readonly string[]
  /** Fields that are set with a new row and then left alone, because the running service changes them. */
  kept?: readonly string[]
  /** Whether `--reset-stock` overwrites what is kept. */
  resettable?: boolean
  /** SQL that goes before such a reset. */
  beforeReset?: string
  /** Column that is set to the present time where an import changes a row. */
  changedAt?: string
  /** SQL before and after the rows are written. */
  before?: string
  after?: string
  /** SQL that removes parts which their whole no longer has in the files; what it removes is counted as changed. */
  prune?: string
  /** How many rows go into one statement, where rows are large. */
  rowsPerStatement?: number
}

/** A record that was read: its rows, one list per target, or what is wrong with it. */
export type ReadRecord = { rows: readonly (readonly Row[])[] } | { issues: readonly z.core.$ZodIssue[] }

/** A kind of record: its file, its shape, and where it is written. */
export type RecordKind = {
  file: string
  title: string
  /** Whether the file holds one record rather than an array of them. */
  single: boolean
  record: z.ZodType
  targets: readonly Target[]
  read(raw: unknown): ReadRecord
}

/** A kind of which each record is a file of its own in a folder of the data set, known by its name. */
export type FileKind = {
  folder: string
  title: string
  /** How the names of its files look, and how that is told. */
  names: { pattern: RegExp; told: string }
  /** Bytes. */
  largest: number
  target: Target
  /** The row of a file, or what is wrong with it. */
  read(name: string, content: Buffer): { row: Row } | { reasons: readonly string[] }
}

/** Whatever a data set may hold. */
export type RecordType = RecordKind | FileKind

type Declaration<Schema extends z.ZodType> = {
  file: string
  title: string
  single?: boolean
  record: Schema
  /** Each target with the rows that a record gives it, in the order of its parts. */
  targets: readonly (Target & { rows: (record: z.output<Schema>) => readonly Row[] })[]
}

/** Declares a kind; this one place is all that a kind needs, besides its line in `kinds.ts`. */
export function defineKind<Schema extends z.ZodType>(declaration: Declaration<Schema>): RecordKind {
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
