import type { Queryable } from '@campstore/database/database'
import type { Activity } from './activity/schema.ts'
import type { ImportIssue, Place } from './import-issues.ts'

/** The values of a record, or of a part of it such as a zone, by field name. */
export type Row = Readonly<Record<string, unknown>>

/** A table of the database that an import fills. */
export type Table = {
  /** Name in reports and in references. */
  name: string
  table: string
  /** Fields that are written; the column's name is the field's in snake case. */
  columns: readonly string[]
  key: readonly string[]
  /** Whether a row is made of a value in an array, such as a tag, so that issues name the value and no field of it. */
  ofValues?: boolean
  /** Fields with keys of another table, which must be in the files or in the database, and that table's name. */
  references?: Readonly<Record<string, string>>
  /** Fields that an import may not change once they are stored: a zone cannot move to another campground. */
  immutable?: readonly string[]
  /** Fields that are only set when a row is inserted, because the running service changes them afterwards. */
  insertOnly?: readonly string[] | 'all'
  /** Fields that no other row may have the same values in. */
  unique?: Unique
  /** Further issues of staged rows compared with the stored rows. */
  check?: Check
  /** SQL before the rows are written. */
  before?: string
  /** SQL before them with `--reset-stock`, which also overwrites the insert-only fields of this table. */
  beforeReset?: string
  /** SQL after the rows are written. */
  after?: string
  /** SQL that removes parts which are no longer in the files; removed rows count as changed. */
  prune?: string
  /** Other columns that are set when a row is inserted, and how in SQL. */
  onInsert?: Readonly<Record<string, string>>
  /** Column that is set to the current time when an import changes a row. */
  changedAt?: string
}

/** How rows are told apart: as look-ups compare texts, by ASCII letters without case, or exactly; not without values. */
export type Unique = {
  fields: readonly string[]
  by: 'key' | 'ascii' | 'value'
  /** SQL condition on the rows that count, and a further one on stored rows. */
  among?: string
  amongStored?: string
}

/** Finds the issues of staged rows; the rows are in the order of their numbers. */
export type Check = (tx: Queryable, rows: readonly PlacedRow[]) => Promise<ImportIssue[]>

export type PlacedRow = { row: Row; place: Place }

export type TableRows = { table: Table; rows: PlacedRow[] }

/** The content of a file, a folder or a whole directory: rows by table, in the order of writing, and the issues. */
export type DataSet = {
  tables: TableRows[]
  issues: ImportIssue[]
  /** What is replayed after the tables are written. */
  activity?: Activity | undefined
}

/** A type of record that a data set may contain. */
export type RecordType = {
  /** Name of its file or folder in a data set. */
  file: string
  tables: readonly Table[]
  /** Reads and validates the file or folder, which exists. */
  read(directory: string): Promise<DataSet>
}

export const emptyDataSet = (tables: readonly Table[]): DataSet => ({
  tables: tables.map(table => ({ table, rows: [] })),
  issues: [],
})

export const unreadable = (file: string, reason: string): DataSet => ({
  tables: [],
  issues: [{ place: { file, path: '' }, reason }],
})
