import { z } from 'zod'
import { errorCodes } from '../errors.ts'
import { idSchema } from '../schemas.ts'
import { issue } from '../texts/text.ts'

/** How many records one request may change. */
export const maxBulkIds = 50

const distinct = (ids: readonly string[]) => new Set(ids).size === ids.length

/** Ids of a bulk action, 1 to `max`, none twice (docs/contract/admin.md#bulk-actions). */
export const bulkIds = (max = maxBulkIds) =>
  z.array(idSchema).min(1).max(max).refine(distinct, issue('must.notRepeatId'))

/** Result of a bulk action for one id (docs/contract/admin.md#bulk-actions). */
export const bulkResultSchema = z.strictObject({
  id: z.string().describe('Id, as the request named it'),
  outcome: z.enum(['done', 'refused']).describe('Whether the action was done for this id'),
  status: z.int().describe('HTTP status that the action on this id alone would have answered'),
  code: z.enum(errorCodes).nullable().describe('Error code; null when done'),
  message: z.string().nullable().describe('Why it was refused; null when done'),
  details: z
    .array(
      z.strictObject({
        path: z.string().describe('Field that is refused'),
        message: z.string().describe('Why it is refused'),
      }),
    )
    .nullable()
    .describe('Details of the refusal; null without any'),
})
export type BulkResult = z.infer<typeof bulkResultSchema>
