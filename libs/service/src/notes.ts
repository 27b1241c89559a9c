import type { Administrator } from '@campstore/auth/internal-token'
import { maxListedNotes, maxListedText, noteSchema, removesAnyNote } from '@campstore/contract/admin/notes'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Queryable } from '@campstore/database/database'
import { administratorJson, contractJson } from './contract-json.ts'

/** Where the notes about one kind of record are: a table, and its column with the record's id. */
export type NoteTable = { table: string; column: string }

/** A note that is written now. */
type NewNote = { recordId: string; id: string; text: string; at: Date }

/**
 * SQL of the notes about a record, newest first, as JSON of the contract (docs/contract/admin.md#notes).
 *
 * @param recordId SQL of the record's id: `booking.id`
 */
export const notesOf = ({ table, column }: NoteTable, recordId: string): string =>
  notesFrom(`${table} note where note.${column} = ${recordId}`)

/** As {@link notesOf}, for a list: the three newest, each cut at 200 characters. */
export const newestNotesOf = ({ table, column }: NoteTable, recordId: string): string =>
  notesFrom(/* sql */ `(
      select id, at, by, case when char_length(text) > ${maxListedText} then left(text, ${maxListedText - 1}) || '…' else text end as text
      from ${table}
      where ${column} = ${recordId}
      order by at desc, id desc
      limit ${maxListedNotes}
    ) note`)

const notesFrom = (notes: string): string => /* sql */ `(
    select coalesce(json_agg(${contractJson('note', noteSchema, {
      at: `to_char(note.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      by: administratorJson('note.by'),
    })} order by note.at desc, note.id desc), '[]')
    from ${notes}
  )`

/** How many changes of one kind a record takes: its history and its detail stay readable. */
export const maxChanges = 500

/**
 * Refuses another change of a kind for a record that has {@link maxChanges} of them, while the record is locked
 * (docs/contract/admin.md#notes). Throws CONFLICT.
 *
 * @param changes SQL after `from` of the earlier changes, with the record's id as `$1`
 */
export async function limitChanges(database: Queryable, changes: string, recordId: string): Promise<void> {
  const { rowCount } = await database.query(`select from ${changes} limit ${maxChanges}`, [recordId])
  if (rowCount === maxChanges) throw new ApiError('CONFLICT', text('record.tooManyChanges', { limit: maxChanges }))
}

/** Stores a note about a record that is locked. Throws CONFLICT as {@link limitChanges}. */
export async function insertNote(
  database: Queryable,
  { table, column }: NoteTable,
  { recordId, id, text, at }: NewNote,
  { adminId }: Pick<Administrator, 'adminId'>,
): Promise<void> {
  await limitChanges(database, `${table} where ${column} = $1`, recordId)
  const sql = `insert into ${table} (id, ${column}, text, at, by) values ($1, $2, $3, $4, $5)`
  await database.query(sql, [id, recordId, text, at, adminId])
}

/**
 * Removes a note for its author, or for an administrator who may edit permissions; the audit log keeps its text. Throws
 * NOT_FOUND; FORBIDDEN for the note of another administrator.
 */
export async function removeNote(
  database: Queryable,
  { table, column }: NoteTable,
  { id: recordId, noteId }: { id: string; noteId: string },
  { adminId, permissions }: Administrator,
): Promise<null> {
  const ofRecord = `from ${table} where ${column} = $1 and id = $2`
  const { rows } = await database.query<{ by: string }>(`select by ${ofRecord}`, [recordId, noteId])
  const [note] = rows
  if (!note) throw new ApiError('NOT_FOUND', text('note.notFound'))
  if (note.by !== adminId && !permissions.includes(removesAnyNote))
    throw new ApiError('FORBIDDEN', text('note.ofAnother', { permission: removesAnyNote }))
  await database.query(`delete ${ofRecord}`, [recordId, noteId])
  return null
}
