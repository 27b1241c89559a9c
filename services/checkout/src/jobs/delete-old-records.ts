import { startRetention } from '@campstore/holds/jobs/delete-old-records'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { orderNames } from '../names.ts'

/** Every hour: deletes idempotency keys and inbox rows that are past their retention. */
export const deleteOldRecords = (deps: ServiceContext): Background => startRetention(deps, orderNames)
