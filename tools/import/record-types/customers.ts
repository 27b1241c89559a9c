import { z } from 'zod'
import { date, id, optionalText, text, timestamp, whole } from '../fields.ts'
import { defineKind, type Row } from '../record-type.ts'

const preferences = z
  .strictObject({ interests: z.array(text(50)).max(50).default([]), newsletter: z.boolean().default(false) })
  .default({ interests: [], newsletter: false })

const shippingAddress = z
  .strictObject({ recipientName: text(100), phone: text(50), address: text(500) })
  .nullable()
  .default(null)

const columns = {
  id: 'text',
  name: 'text',
  email: 'text',
  phone: 'text',
  status: 'text',
  points: 'integer',
  birthday: 'date',
  preferences: 'jsonb',
  defaultShippingAddress: 'jsonb',
  registeredAt: 'timestamptz',
  updatedAt: 'timestamptz',
}

/** Customers who came before this service. Whoever signs in with the verified e-mail becomes that customer (decisions.md, 3). */
export const customers = defineKind({
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
      // From the first import on a customer lives in the service: signs in, is renamed, suspended, earns points.
      kept: Object.keys(columns).filter(field => field !== 'id'),
      rows: customer => [{ ...customer, updatedAt: customer.registeredAt }],
    },
    {
      name: 'customer tags',
      table: 'member.customer_tag',
      within: ['tags'],
      columns: { customerId: 'text', tagId: 'text' },
      key: ['customerId', 'tagId'],
      references: [{ field: 'tagId', to: 'tags', isWhole: true }],
      rows: customer => customer.tags.map(tagId => ({ customerId: customer.id, tagId })),
    },
  ],
})

function isNotDeleted(row: Row): boolean {
  return row.status !== 'deleted'
}
