import { z } from 'zod'
import { declareAdminRoutes, pageOf } from '../declare.ts'
import { objectOf, timestampSchema } from '../schemas.ts'
import { idFilter, instantFrom, instantTo, pageQuery } from './fields.ts'

/** Outcome of the audited request. */
export const auditOutcomeSchema = z
  .enum(['started', 'succeeded', 'refused', 'failed', 'unknown'])
  .describe('Outcome; `unknown` if no response came, so that the action may have happened')

const entryFields = {
  id: z.string().describe('Entry id'),
  at: timestampSchema.describe('Start of the request'),
  completedAt: timestampSchema.nullable().describe('When the outcome was recorded; null while `started`'),
  admin: objectOf('Who did it', {
    id: z.string().describe('Administrator id; `system` for actions of the service itself'),
    name: z.string().describe('Current name of the account'),
    email: z.string().describe('E-mail of the account'),
  }),
  action: z
    .string()
    .describe('Action: the name of the operation, `bindAccount`, `exportCsv`, `anonymise` or `deactivateWebhook`'),
  targetId: z.string().nullable().describe('Id of the target; null if none'),
  outcome: auditOutcomeSchema,
  status: z.int().nullable().describe('HTTP status of the response; null if none'),
  code: z.string().nullable().describe('Error code of the response; null if none'),
  requestId: z.string().describe('Id of the request in the logs'),
  clientAddress: z.string().describe('Network address of the client'),
}

/** An entry of the audit log as one line of a list (docs/contract/admin.md#audit-log). */
export const auditEntrySchema = z.strictObject(entryFields)
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** An entry of the audit log with the request, and what it changed. */
export const auditEntryDetailSchema = z.strictObject({
  ...entryFields,
  request: z.string().nullable().describe('Body of the request as sent, or the query of an export'),
  before: z.unknown().describe('Fields before the request that it changed; null if there are none'),
  after: z.unknown().describe('The same fields afterwards, or the whole of a new record; null if there are none'),
})
export type AuditEntryDetail = z.infer<typeof auditEntryDetailSchema>

export const auditEntriesQuerySchema = pageQuery({
  adminId: idFilter.describe('Only entries of this administrator'),
  action: idFilter.describe('Only entries of this action'),
  targetId: idFilter.describe('Only entries about this id'),
  outcome: auditOutcomeSchema.optional(),
  from: instantFrom.describe('Earliest start: a timestamp or a date'),
  to: instantTo.describe('Latest start: a timestamp or a date; not before `from`'),
})
export type AuditEntriesQuery = z.output<typeof auditEntriesQuerySchema>

export const auditRoutes = declareAdminRoutes('permissions', undefined, {
  listAuditEntries: {
    summary: 'Lists actions of administrators, newest first',
    endpoint: 'GET /api/admin/audit-entries',
    ...pageOf(auditEntriesQuerySchema, auditEntrySchema),
  },
  getAuditEntry: {
    summary: 'Reads an audit entry with the request, and what it changed',
    endpoint: 'GET /api/admin/audit-entries/{id}',
    data: auditEntryDetailSchema,
  },
})
