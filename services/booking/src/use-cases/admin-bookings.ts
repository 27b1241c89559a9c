import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { bookingNotFound } from '../domain/not-found.ts'
import { findBooking } from '../persistence/bookings.ts'
import { readStaffFields } from '../persistence/staff-fields.ts'
import { presentAdminBooking } from '../presenters.ts'

/** A booking of any customer with its customer and its history, all from one snapshot. Throws NOT_FOUND. */
export function readAdminBooking({ database }: Dependencies, bookingId: string): Promise<AdminBookingDetail> {
  return transaction(database.requests, async tx => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const booking = await findBooking(tx, bookingId)
    if (!booking) throw bookingNotFound()
    return presentAdminBooking(booking, await readStaffFields(tx, bookingId))
  })
}
