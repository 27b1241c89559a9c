import { z } from 'zod'
import { date, id, optionalText, text, timestamp, whole } from '../fields.ts'
import { defineRecordType, type Row } from '../record-type.ts'

const preferences = z
  .strictObject({ interests: z.array(text(50)).max(50).default([]), newsletter: z.boolean().default(false) })
  .default({ interests: [], newsletter: false })

const shippingAddress = z
  .strictObject({ recipientName: text(100), phone: text(50), address: text(500) })
  .nullable()
  .default(null)

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'status',
  'points',
  'birthday',
  'preferences',
  'defaultShippingAddress',
  'registeredAt',
  'updatedAt',
]

/** Customers from a previous system. The first sign-in with the verified e-mail binds the customer (docs/contract/authentication.md#members). */
export const customers = defineRecordType({
  file: 'customers.json',
  title: 'Customers',
  record: z.strictObject({
    id,
    name: text(100),
    email: z.email('must be an e-mail address').max(254).describe('unique, upper and lower case being the same'),
    phone: optionalText(50),
    status: z.enum(['active', 'suspended', 'deleted']).default('active'),
    points: whole(0).default(0),
    birthday: date.nullable().default(null),
    preferences,
    defaultShippingAddress: shippingAddress,
    tags: z.array(id).max(50).default([]).describe('tags of tags.json; they are added to those that the customer has'),
    registeredAt: timestamp,
  }),
  targets: [
    {
      name: 'customers',
      table: 'member.customer',
      columns,
      key: ['id'],
      unique: [
        {
          fields: ['email'],
          foldCase: true,
          applies: isNotDeleted,
          among: `stored.firebase_uid is null and stored.status <> 'deleted'`,
        },
      ],
      // After the first import the service owns a customer: name, status, points and the rest.
      insertOnly: columns.filter(field => field !== 'id'),
      rows: customer => [{ ...customer, updatedAt: customer.registeredAt }],
    },
    {
      name: 'customer tags',
      table: 'member.customer_tag',
      within: ['tags'],
      columns: ['customerId', 'tagId'],
      key: ['customerId', 'tagId'],
      references: [{ field: 'tagId', to: 'tags', isWhole: true }],
      rows: customer => customer.tags.map(tagId => ({ customerId: customer.id, tagId })),
    },
  ],
})

function isNotDeleted(row: Row): boolean {
  return row.status !== 'deleted'
}
