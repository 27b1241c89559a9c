import { z } from 'zod'
import { described } from '../schemas.ts'

/** A customer whom staff may have to reach, with the current data of the account (docs/contract/admin.md#stays). */
export const contactSchema = z.strictObject({
  id: z.string().describe('Customer id'),
  name: z.string().describe('Name'),
  email: z.string().describe('E-mail, verified or not; empty if the account has none'),
  emailVerified: z.boolean().describe('Whether the e-mail is verified'),
  phone: z.string().nullable().describe('Phone number; null if none'),
})

/** An administrator as histories name one. */
export const administratorNameSchema = z.strictObject({
  id: z.string().describe('Administrator id'),
  name: z.string().nullable().describe('Name of the account; null if unknown'),
})

/** Contact of a booking: current data of the account, or the booking's snapshot without an account. */
export const bookedBy = described(
  contactSchema,
  'Customer who booked: current data of the account; without an account, the data on the booking, and no phone',
  {
    id: 'customer-member',
    name: 'Lin Mei-hua',
    email: 'member@campstore.test',
    emailVerified: true,
    phone: '0912-000-101',
  },
)
