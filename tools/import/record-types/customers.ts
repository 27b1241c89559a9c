import { changeCustomerSchema, customerStatuses } from '@campstore/contract/admin/customers'
import { moneyInput, textInput } from '@campstore/contract/admin/fields'
import { createUserSchema, emailInput } from '@campstore/contract/admin/users'
import { recipientLengths } from '@campstore/contract/checkout/schemas'
import { instantSchema } from '@campstore/contract/schemas'
import { money } from '@campstore/core/money'
import { z } from 'zod'
import { active, id } from '../fields.ts'
import { jsonRecords } from '../json-records.ts'

const { name, phone, birthday, points } = changeCustomerSchema.shape
const recipient = z.strictObject({
  recipientName: textInput(recipientLengths.recipientName),
  phone: textInput(recipientLengths.phone),
  address: textInput(recipientLengths.address),
})

/** What customers are grouped by; who has which is in customers.json. */
export const tags = jsonRecords({
  file: 'tags.json',
  title: 'Tags of customers',
  record: z.strictObject({ id, name: textInput(100) }),
  table: 'member.tag',
})

/** Customers from a previous system. The first sign-in with the verified e-mail binds the customer (docs/contract/authentication.md#members). */
export const customers = jsonRecords({
  file: 'customers.json',
  title: 'Customers',
  record: z.strictObject({
    id,
    name: name.unwrap(),
    email: emailInput.describe('unique without regard to case among customers who are not deleted'),
    phone,
    status: z.enum(customerStatuses).default('active'),
    points: points.unwrap().default(0),
    pastSpending: moneyInput
      .default(money(0))
      .describe('TWD that the customer spent before; part of the total spending, by which the tier goes'),
    birthday,
    preferences: z
      .strictObject({ interests: z.array(textInput(50)).max(50).default([]), newsletter: z.boolean().default(false) })
      .default({ interests: [], newsletter: false }),
    defaultShippingAddress: recipient.nullable().default(null),
    tags: z.array(id).max(50).default([]).describe('tags of tags.json; they are added to those that the customer has'),
    registeredAt: instantSchema,
  }),
  table: 'member.customer',
  unique: { fields: ['email'], by: 'ascii', among: `status <> 'deleted'`, amongStored: 'email_verified' },
  // After the first import the service owns a customer: name, status, points and the rest.
  insertOnly: 'all',
  onInsert: { updated_at: 'registered_at', total_spent: 'past_spending', first_purchase_used: 'past_spending > 0' },
  parts: [
    {
      name: 'customer tags',
      within: 'tags',
      table: 'member.customer_tag',
      columns: ['customerId', 'tagId'],
      key: ['customerId', 'tagId'],
      ofValues: true,
      references: { tagId: 'tags' },
      rows: record => record.tags.map((tagId, nth) => ({ path: `tags.${nth}`, row: { customerId: record.id, tagId } })),
    },
  ],
})

/** The first administrators. The first sign-in with the verified e-mail binds the account (docs/contract/authentication.md#administrators). */
export const administrators = jsonRecords({
  file: 'administrators.json',
  title: 'Administrators',
  record: z.strictObject({ id, ...createUserSchema.shape, active }),
  table: 'admin.account',
  unique: { fields: ['email'], by: 'ascii' },
  // After the first import administrators manage each other, and another import must not restore removed rights.
  insertOnly: 'all',
  onInsert: { created_at: 'now()', updated_at: 'now()' },
})
