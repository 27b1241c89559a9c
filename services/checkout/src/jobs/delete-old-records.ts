import { startRetention } from '@campstore/holds/jobs/delete-old-records'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { orderNames } from '../names.ts'

/** Every hour: deletes idempotency keys and inbox rows that are past their retention. */
export const deleteOldRecords = (deps: ServiceContext): Stoppable => startRetention(deps, orderNames)
