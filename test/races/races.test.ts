import { afterAll, beforeAll, test } from 'vitest'
import { bookingRaces } from './booking-races.ts'
import { contention } from './contention.ts'
import { expiryRaces } from './expiry-races.ts'
import { followByEveryInstance } from './live.ts'
import { nights } from './nights.ts'
import { orderRaces } from './order-races.ts'
import { refundRaces } from './refund-races.ts'
import { stayChanges } from './stay-changes.ts'
import { suspensions } from './suspension.ts'
import { consistent, startRaces, system } from './system.ts'

// All races, on one system. At the end, the audit compares everything that they have left.
beforeAll(startRaces)
afterAll(async () => {
  await consistent()
  await system.stop()
})

// These wait until no hold is left: so the others, which leave some, come later.
expiryRaces()
nights()
contention()
orderRaces()
bookingRaces()
stayChanges()
refundRaces()
suspensions()
// Stops an instance, so it is the last one.
test(
  'live, rule 7: streams of every instance tell a change, also when the instance of one has ended',
  followByEveryInstance,
)
