import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { distinct, idSchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'

/** How many records one request may change. */
export const maxBulkIds = 50

/** Ids of a bulk action, 1 to `max`, no duplicates (docs/contract/admin.md#bulk-actions). */
export const bulkIds = (max = maxBulkIds) =>
  z.array(idSchema).min(1).max(max).refine(distinct, issue('must.notRepeatId'))

/** Result of a bulk action for one id (docs/contract/admin.md#bulk-actions). */
export const bulkResultSchema = z.strictObject({
  id: z.string().describe('Id from the request'),
  outcome: z.enum(['done', 'refused']).describe('Whether the action succeeded for this id'),
  status: z.int().describe('HTTP status of the action on this id alone'),
  code: z.enum(errorCodes).nullable().describe('Error code; null when done'),
  message: z.string().nullable().describe('Why it was refused; null when done'),
  details: z
    .array(
      z.strictObject({
        path: z.string().describe('Rejected field'),
        message: z.string().describe('Why it was rejected'),
      }),
    )
    .nullable()
    .describe('Details of the error; null if none'),
})
export type BulkResult = z.infer<typeof bulkResultSchema>
