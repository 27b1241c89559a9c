import { z } from 'zod'
import { text, whole } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The one booking policy (docs/contract/resources.md#booking-policy). */
export const policy = defineRecordType({
  file: 'policy.json',
  title: 'Booking policy',
  single: true,
  record: z.strictObject({
    bookingWindowDays: whole(0, 3_650).describe('furthest check-in, in days after today'),
    advanceDays: whole(0, 3_650).describe('earliest check-in, in days after today'),
    maxNights: whole(1, 365),
    timezone: text(64).refine(isTimeZone, 'must be a time zone, like Asia/Taipei'),
    dateBoundaryHour: whole(0, 23).describe('hour of the local day at which "today" changes'),
    lowAvailabilityThreshold: whole(0),
    occupyingStatuses: z
      .array(z.enum(['pending', 'confirmed', 'completed']))
      .refine(statuses => new Set(statuses).size === statuses.length, 'must not repeat a status')
      .describe('statuses of bookings that occupy sites'),
  }),
  targets: [
    {
      name: 'policy',
      table: 'booking.policy',
      columns: [
        'id',
        'bookingWindowDays',
        'advanceDays',
        'maxNights',
        'timezone',
        'dateBoundaryHour',
        'lowAvailabilityThreshold',
        'occupyingStatuses',
      ],
      key: ['id'],
      rows: record => [{ ...record, id: 1 }],
    },
  ],
})
