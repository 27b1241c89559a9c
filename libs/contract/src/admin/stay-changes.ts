import { z } from 'zod'
import {
  arrivalTimeSchema,
  rentalLine,
  requestedRentals,
  requestedZones,
  stayContentSchema,
  stayDates,
  zoneLine,
} from '../booking/schemas.ts'
import { dateSchema, described, moneySchema, objectsOf, quantitySchema } from '../schemas.ts'
import { moneyInput, textInput } from './fields.ts'

/** The fields of a paid stay that change; an absent field stays as it is (docs/contract/admin.md#change-a-stay). */
export const quoteChangeSchema = z.strictObject({
  checkIn: stayDates.checkIn.optional(),
  checkOut: stayDates.checkOut.optional(),
  guestCount: quantitySchema.optional().describe('Number of guests'),
  arrivalTime: arrivalTimeSchema
    .nullish()
    .describe('When the guests plan to arrive, `HH:MM` at the campground; null for no time'),
  zones: requestedZones(z.strictObject(zoneLine.shape)).optional().describe('All zones of the changed stay, 1 to 100'),
  rentals: requestedRentals(z.strictObject(rentalLine.shape))
    .optional()
    .describe('All rental equipment of the changed stay, at most 100'),
  price: z
    .enum(['new', 'kept'])
    .default('new')
    .describe(
      '`new`: a part of the price comes back if the stay is cheaper; `kept`: nothing comes back, and a gift covers what the stay costs more',
    ),
})
export type QuoteChangeRequest = z.output<typeof quoteChangeSchema>

/** Body of a change of a paid stay. */
export const changeStaySchema = quoteChangeSchema.extend({
  expectedAmount: moneyInput.describe('`pricing.finalAmount` of the quote'),
  reason: textInput(200).describe('Why; stored in the status history, and the reason of a refund'),
})
export type ChangeStayRequest = z.output<typeof changeStaySchema>

/** What a change would make of a stay now; holds nothing. */
export const changeQuoteSchema = stayContentSchema.extend({
  difference: described(
    z.string().regex(/^-?\d{1,10}\.\d{2}$/),
    'What the changed stay costs more than was paid; negative if it costs less than before',
    '-950.00',
  ),
  refundAmount: described(moneySchema, 'What the change gives back', '950.00'),
  added: objectsOf('What the booking does not have yet', {
    path: z.string().describe('Line of the changed stay: `zones.0` or `rentals.0`'),
    nights: z.int().describe('Nights of all sites or pieces that are added'),
    amount: moneySchema.describe('What they cost at the present prices'),
  }).meta({ examples: [[{ path: 'zones.0', nights: 1, amount: '950.00' }]] }),
  closedOn: described(
    dateSchema.nullable(),
    'First added night on which the campground is closed; null if it is open',
    null,
  ),
  shortages: objectsOf('Zones and rentals with too few sites or pieces; empty if the change can be made', {
    path: z.string().describe('Line of the changed stay: `zones.0` or `rentals.0`'),
    requested: z.int().describe('Sites or pieces requested'),
    left: z.int().describe('Sites or pieces that the booking can have'),
    night: dateSchema.nullable().describe('Night with the fewest sites; null of a rental'),
  }).meta({ examples: [[{ path: 'zones.0', requested: 2, left: 1, night: '2026-12-07' }]] }),
})
export type ChangeQuote = z.infer<typeof changeQuoteSchema>
