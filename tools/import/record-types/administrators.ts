import { roles } from '@campstore/contract/admin/permissions'
import { z } from 'zod'
import { active, id, text } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

const columns = ['id', 'email', 'name', 'role', 'active', 'createdAt', 'updatedAt']

/** The first administrators. The first sign-in with the verified e-mail binds the account (docs/contract/authentication.md#administrators). */
export const administrators = defineRecordType({
  file: 'administrators.json',
  title: 'Administrators',
  record: z.strictObject({
    id,
    email: z.email('must be an e-mail address').max(254).describe('unique, upper and lower case being the same'),
    name: text(100),
    role: z.enum(roles).describe('what they may do until somebody changes it'),
    active,
  }),
  targets: [
    {
      name: 'administrators',
      table: 'admin.account',
      columns,
      key: ['id'],
      unique: [{ fields: ['email'], foldCase: true }],
      // After the first import administrators manage each other, and another import must not restore removed rights.
      insertOnly: columns.filter(field => field !== 'id'),
      rows: administrator => {
        const now = new Date().toISOString()
        return [{ ...administrator, createdAt: now, updatedAt: now }]
      },
    },
  ],
})
