import { changeContactSchema } from '@campstore/contract/booking/schemas'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'
import type { Booking } from './booking.ts'

type Contact = { name: string; phone: string }

/** Two empty fields remove the contact. */
const schema = z.object({
  contact: z.preprocess(
    (contact: Contact) => (contact.name.trim() || contact.phone.trim() ? contact : null),
    changeContactSchema.shape.contact,
  ),
})

type ChangeContactDialogProps = { booking: Pick<Booking, 'bookingId' | 'contact'>; close(): void }

/** Corrects, sets or removes the guest contact of a booking. */
export function ChangeContactDialog({ booking: { bookingId: id, contact }, close }: ChangeContactDialogProps) {
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({
    schema,
    values: { contact: contact ?? { name: '', phone: '' } },
    isChange: true,
    run: (admin, fields) => admin.changeBookingContact({ id, ...fields }),
    done: () => t('bookings.contact.done'),
    failed: t('bookings.contact.failed'),
    close,
  })
  return (
    <FormDialog title={t('bookings.contact.title')} action={t('actions.save')} {...dialog}>
      <FormTextField {...field('contact.name', t('fields.name'), t('bookings.contact.hint'))} />
      <FormTextField {...field('contact.phone', t('fields.phone'))} type="tel" />
    </FormDialog>
  )
}
