import { z } from 'zod'
import { id, text } from '../fields.ts'
import { defineRecordType } from '../record-type.ts'

/** What customers are grouped by; who has which is in customers.json. */
export const tags = defineRecordType({
  file: 'tags.json',
  title: 'Tags of customers',
  record: z.strictObject({ id, name: text(100) }),
  targets: [
    {
      name: 'tags',
      table: 'member.tag',
      columns: ['id', 'name'],
      key: ['id'],
      rows: tag => [tag],
    },
  ],
})
