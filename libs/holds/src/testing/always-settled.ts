import type { PaymentSettlement } from '../settlement.ts'

/** A settlement by the clock alone, for tests without payments on the way. */
export const alwaysSettled = (clock: () => Date): PaymentSettlement => ({
  settledThrough: clock,
  reachableSince: () => new Date(0),
  isSetAside: () => false,
  waitUntilSettled: async () => true,
  graceSeconds: 300,
})
