import { roles } from '@campstore/contract/admin/permissions'
import { z } from 'zod'
import { active, date, id, optionalText, text, timestamp, whole } from '../fields.ts'
import { jsonRecords } from '../json-records.ts'

const email = z.email('must be an e-mail address').max(254).describe('unique, upper and lower case being the same')

/** What customers are grouped by; who has which is in customers.json. */
export const tags = jsonRecords({
  file: 'tags.json',
  title: 'Tags of customers',
  record: z.strictObject({ id, name: text(100) }),
  table: 'member.tag',
})

/** Customers from a previous system. The first sign-in with the verified e-mail binds the customer (docs/contract/authentication.md#members). */
export const customers = jsonRecords({
  file: 'customers.json',
  title: 'Customers',
  record: z.strictObject({
    id,
    name: text(100),
    email,
    phone: optionalText(50),
    status: z.enum(['active', 'suspended', 'deleted']).default('active'),
    points: whole(0).default(0),
    birthday: date.nullable().default(null),
    preferences: z
      .strictObject({ interests: z.array(text(50)).max(50).default([]), newsletter: z.boolean().default(false) })
      .default({ interests: [], newsletter: false }),
    defaultShippingAddress: z
      .strictObject({ recipientName: text(100), phone: text(50), address: text(500) })
      .nullable()
      .default(null),
    tags: z.array(id).max(50).default([]).describe('tags of tags.json; they are added to those that the customer has'),
    registeredAt: timestamp,
  }),
  table: 'member.customer',
  // After the first import the service owns a customer: name, status, points and the rest.
  insertOnly: 'all',
  onInsert: { updated_at: 'registered_at' },
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
  record: z.strictObject({
    id,
    email,
    name: text(100),
    role: z.enum(roles).describe('what they may do until somebody changes it'),
    active,
  }),
  table: 'admin.account',
  // After the first import administrators manage each other, and another import must not restore removed rights.
  insertOnly: 'all',
  onInsert: { created_at: 'now()', updated_at: 'now()' },
})
