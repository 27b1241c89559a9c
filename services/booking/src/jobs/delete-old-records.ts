import { startRetention } from '@campstore/holds/retention'
import type { Running } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { bookingNames } from '../names.ts'

/** Every hour: deletes idempotency keys and inbox rows that are past their retention. */
export const startRecordRetention = (deps: Running): Background => startRetention(bookingNames, deps)
