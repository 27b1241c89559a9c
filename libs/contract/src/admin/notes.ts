import { z } from 'zod'
import { described, timestampSchema } from '../schemas.ts'
import { textInput } from './fields.ts'
import { administratorNameSchema } from './people.ts'

/** What staff wrote about a booking, an order or a customer (docs/contract/admin.md#notes). */
export const noteSchema = z.strictObject({
  id: z.string().describe('Note id'),
  text: z.string().describe('Text of the note'),
  at: timestampSchema.describe('When it was written'),
  by: administratorNameSchema.describe('Administrator who wrote it'),
})
export type Note = z.infer<typeof noteSchema>

const example = {
  id: '0199a0c4-7d30-7a15-8c4e-2b6f1d9e0a73',
  text: 'Called: they come after 22:00, with a dog.',
  at: '2026-11-21T02:30:00.000Z',
  by: { id: 'administrator-operator', name: 'Peng Chia-ling' },
}

/** The notes of a record; only staff see them. */
export const notesSchema = described(z.array(noteSchema), 'Notes of staff, newest first', [example])

/** How much of the notes a list has (docs/contract/admin.md#notes). */
export const maxListedNotes = 3
export const maxListedText = 200

/** The notes of a record in a list. */
export const newestNotesSchema = described(
  notesSchema.max(maxListedNotes),
  `The newest notes of staff, at most ${maxListedNotes}, each cut at ${maxListedText} characters; the record has all`,
  [example],
)

/** The body of a new note. */
export const addNoteSchema = z.strictObject({ text: described(textInput(2000), 'Text of the note', example.text) })

/** The permission to remove the notes of others. */
export const removesAnyNote = 'permissions.edit'
