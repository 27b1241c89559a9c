import { z } from 'zod'
import { bookingListItemSchema } from '../booking/schemas.ts'
import { changed, declareAdminRoutes, pageOf, removed } from '../declare.ts'
import { orderListItemSchema } from '../orders.ts'
import { dateSchema, described, moneySchema, objectOf, objectsOf, pathIdSchema, timestampSchema } from '../schemas.ts'
import { oneOf, pageQuery, searchFilter, someOf, sortedBy, textInput } from './fields.ts'
import { addNoteSchema, notesSchema, removesAnyNote } from './notes.ts'

export const customerStatuses = ['active', 'suspended', 'deleted'] as const
export const tiers = ['bronze', 'silver', 'gold', 'platinum'] as const
export type Tier = (typeof tiers)[number]

const listFields = {
  id: z.string().describe('Customer id'),
  name: z.string().describe('Name'),
  email: z.string().describe('E-mail, verified or not'),
  phone: z.string().nullable().describe('Phone number; null if none'),
  status: z.enum(customerStatuses).describe('Status of the customer'),
  tier: z.enum(tiers).describe('Tier by `totalSpent`'),
  tierName: z.string().describe('Display name of the tier'),
  points: z.int().min(0).describe('Loyalty points'),
  authProvider: z.string().describe('How the customer signs in: `password`, `google.com`, …'),
  firebaseUidBound: z.boolean().describe("Whether the identity provider's uid is known; the uid itself is not shown"),
  registeredAt: timestampSchema.describe('First sign-in, or the imported date'),
  firstPurchaseUsed: z.boolean().describe('Whether the customer has ever paid for something'),
  totalSpent: moneySchema.describe('Sum of paid bookings and orders; 0.00 if none'),
  tags: objectsOf('Tags; read-only', {
    id: z.string().describe('Tag id'),
    name: z.string().describe('Name of the tag'),
  }),
}

/** A customer as one line of a list (docs/contract/admin.md#customers). */
export const adminCustomerSchema = z.strictObject(listFields)
export type AdminCustomer = z.infer<typeof adminCustomerSchema>

/** A customer with the fields that only the detail shows (docs/contract/admin.md#customers). */
export const adminCustomerDetailSchema = z.strictObject({
  ...listFields,
  birthday: dateSchema.nullable().describe('Birthday; null if none'),
  updatedAt: timestampSchema.describe('Last change'),
  statusReason: z
    .string()
    .nullable()
    .describe('Why the customer was suspended; null if no reason was given, and for any other status'),
  joinedInto: z.string().nullable().describe('The customer that this one was joined into; otherwise null'),
  sameEmail: described(
    z.array(z.string()).max(5),
    'Ids of other customers with this e-mail, which may be the same person; joined and deleted ones are left out',
    [],
  ),
  preferences: objectOf('Preferences; read-only', {
    interests: z.array(z.string()).describe('Interests of the customer'),
    newsletter: z.boolean().describe('Whether the customer gets the newsletter'),
  }),
  defaultShippingAddress: z
    .strictObject({
      recipientName: z.string().describe('Recipient'),
      phone: z.string().describe('Phone number'),
      address: z.string().describe('Address'),
    })
    .nullable()
    .describe('Default recipient; read-only; null if none'),
  recentOrders: z.array(orderListItemSchema).max(5).describe('The five newest orders'),
  recentBookings: z.array(bookingListItemSchema).max(5).describe('The five newest bookings'),
  notes: notesSchema,
})
export type AdminCustomerDetail = z.infer<typeof adminCustomerDetailSchema>

export const customersQuerySchema = pageQuery({
  q: searchFilter,
  status: oneOf(customerStatuses).describe('Status of the customer'),
  tier: oneOf(tiers).describe('Tier of the customer'),
  tagId: someOf(pathIdSchema).describe('Only customers with this tag; repeat it to match any of several'),
  sort: sortedBy(['registeredAt', 'totalSpent', 'name', 'points', 'updatedAt'], 'registeredAt,desc'),
})
export type CustomersQuery = z.output<typeof customersQuerySchema>

export const changeCustomerSchema = z.strictObject({
  name: textInput(100).optional().describe('Name'),
  phone: textInput(50).nullish().describe('Phone number; null removes it'),
  birthday: dateSchema.nullish().describe('Birthday; null removes it'),
  points: z.int().min(0).max(2_147_483_647).optional().describe('Loyalty points'),
})
export type ChangeCustomer = z.output<typeof changeCustomerSchema>

export const suspendCustomerSchema = z.strictObject({
  reason: textInput(200).optional().describe('Why; shown as `statusReason` until the customer is reactivated'),
})

const joinCustomerSchema = z.strictObject({
  otherId: pathIdSchema.describe(
    'The duplicate: its orders, bookings, claims, points and spending move, and it is suspended',
  ),
})

export const customerRoutes = declareAdminRoutes('customers', 'me', {
  listCustomers: {
    summary: 'Lists customers',
    endpoint: 'GET /api/admin/customers',
    ...pageOf(customersQuerySchema, adminCustomerSchema),
  },
  getCustomer: {
    summary: 'Reads a customer with recent orders and bookings',
    endpoint: 'GET /api/admin/customers/{id}',
    recorded: true,
    data: adminCustomerDetailSchema,
  },
  changeCustomer: {
    summary: 'Changes name, phone, birthday or points',
    endpoint: 'PATCH /api/admin/customers/{id}',
    body: changeCustomerSchema,
    ...changed(adminCustomerDetailSchema),
  },
  suspendCustomer: {
    summary: 'Suspends an active customer',
    endpoint: 'POST /api/admin/customers/{id}/suspend',
    body: suspendCustomerSchema,
    bodyOptional: true,
    ...changed(adminCustomerDetailSchema),
  },
  reactivateCustomer: {
    summary: 'Reactivates a suspended customer',
    endpoint: 'POST /api/admin/customers/{id}/reactivate',
    ...changed(adminCustomerDetailSchema),
  },
  joinCustomer: {
    summary: 'Joins a duplicate customer into this one',
    endpoint: 'POST /api/admin/customers/{id}/join',
    body: joinCustomerSchema,
    ...changed(adminCustomerDetailSchema),
  },
  /** docs/contract/admin.md#notes */
  addCustomerNote: {
    summary: 'Adds a note to a customer',
    endpoint: 'POST /api/admin/customers/{id}/notes',
    body: addNoteSchema,
    data: adminCustomerDetailSchema,
  },
  /** docs/contract/admin.md#notes */
  removeCustomerNote: {
    summary: 'Removes a note of a customer',
    endpoint: 'DELETE /api/admin/customers/{id}/notes/{noteId}',
    optionalPermissions: [removesAnyNote],
    ...removed,
  },
})
