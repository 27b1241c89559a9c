import type { ServiceContext } from '@campstore/service/dependencies'
import type { HoldRecords } from './hold-definition.ts'
import * as retention from './jobs/delete-old-records.ts'

/** @deprecated SQL of the indexes by which old rows are found. */
export const retentionIndexes = (schema: string): string[] => [
  `create index idempotency_key_age on ${schema}.idempotency_key (created_at);`,
  `create index inbox_age on ${schema}.inbox (received_at);`,
]

/** @deprecated Use jobs/delete-old-records. */
export const startRetention = (records: Pick<HoldRecords, 'schema'>, deps: ServiceContext) =>
  retention.startRetention(deps, records)
