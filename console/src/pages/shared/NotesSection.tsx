import { addNoteSchema, removesAnyNote } from '@campstore/contract/admin/notes'
import { t } from 'i18next'
import { MessageSquarePlus, Trash2 } from 'lucide-react'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime } from '../../design/Values.tsx'
import { AskingButton, DialogButton } from './DialogButtons.tsx'
import './notes.css'

type Note = Schemas['PickingListItem']['notes'][number]
type NotedKind = 'Booking' | 'Order' | 'Customer'

const editing = { Booking: 'bookings.edit', Order: 'orders.edit', Customer: 'customers.edit' } as const

/** What staff noted about a record, newest first. */
export function NotesSection({ kind, id, notes }: { kind: NotedKind; id: string; notes: readonly Note[] }) {
  const { can, administrator } = useSession()
  const mayEdit = can(editing[kind])
  return (
    <Section
      title={t('notes.title')}
      actions={
        <DialogButton permissions={[editing[kind]]} label={t('notes.add')} icon={MessageSquarePlus} isSmall>
          {close => <AddNoteDialog kind={kind} id={id} close={close} />}
        </DialogButton>
      }
    >
      {notes.length === 0 ? (
        <p className="muted">{t('notes.none')}</p>
      ) : (
        <ul className="divided">
          {notes.map(note => (
            <li key={note.id}>
              <p className="note-text">{note.text}</p>
              <div className="spread muted">
                <span>
                  <DateTime at={note.at} /> · {note.by.name ?? note.by.id}
                </span>
                {mayEdit && (note.by.id === administrator.id || can(removesAnyNote)) && (
                  <AskingButton
                    icon={Trash2}
                    isSmall
                    label={t('notes.remove')}
                    title={t('notes.removeTitle')}
                    hint={<span className="note-text">{note.text}</span>}
                    isDangerous
                    run={async admin => void (await admin[`remove${kind}Note`]({ id, noteId: note.id }))}
                    done={() => t('notes.removed')}
                    failed={t('notes.notRemoved')}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The first lines of the newest notes, where there is little room. */
export function NoteLines({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="note-lines">
      {notes.slice(0, 3).map(({ id, text }) => (
        <li key={id}>{text.split('\n')[0]}</li>
      ))}
    </ul>
  )
}

function AddNoteDialog({ kind, id, close }: { kind: NotedKind; id: string; close(): void }) {
  const { field, dialog } = useFormAction({
    schema: addNoteSchema,
    values: { text: '' },
    run: async (admin, body) => void (await admin[`add${kind}Note`]({ id, ...body })),
    done: () => t('notes.added'),
    failed: t('notes.notAdded'),
    close,
  })
  return (
    <FormDialog {...dialog} title={t('notes.add')} action={t('actions.save')}>
      <FormTextField {...field('text', t('notes.text'), t('notes.hint'))} rows={5} autoFocus />
    </FormDialog>
  )
}
