import { roles } from '@campstore/contract/admin/permissions'
import { z } from 'zod'
import { active, id, text } from '../fields.ts'
import { defineKind } from '../record-type.ts'

const columns = {
  id: 'text',
  email: 'text',
  name: 'text',
  role: 'text',
  active: 'boolean',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
}

/** Who may administer, from the first day on. Whoever signs in with the verified e-mail becomes that administrator (decisions.md, 3). */
export const administrators = defineKind({
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
      // An import gives nobody back what was taken from them: from the first one on administrators administer each other.
      kept: Object.keys(columns).filter(field => field !== 'id'),
      rows: administrator => {
        const now = new Date().toISOString()
        return [{ ...administrator, createdAt: now, updatedAt: now }]
      },
    },
  ],
})
