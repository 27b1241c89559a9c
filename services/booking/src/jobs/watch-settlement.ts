import { paymentsQueue } from '@campstore/holds/topology'
import { type SettlementWatch, watchSettlement } from '@campstore/messaging/settlement'
import type { Publishing } from '@campstore/service/dependencies'
import { bookingNames } from '../names.ts'

/** On demand, at most one check at a time: finds out through which instant the payments of bookings are settled. */
export const startSettlementWatch = ({ broker, clock, log }: Publishing): SettlementWatch =>
  watchSettlement({ broker, clock, log, queue: paymentsQueue(bookingNames.kind) })
