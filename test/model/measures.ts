/** The rules that the protocol keeps. */
export const rules = {
  early: 'no hold ends before its deadline',
  verified: 'a payment confirmed in time is followed by no verified expiry',
  cancelled: 'a payment confirmed before the member asks to cancel is followed by no cancellation',
  outage: 'an outage ends no hold unverified',
  once: 'a payment is applied or reported once',
  endsOnce: 'a hold ends once',
  ends: 'each hold ends, each payment is applied or reported, and a lost binding comes back',
} as const
export type Rule = keyof typeof rules

/**
 * What the protocol does, and what it assumes of others: without one of these the model breaks the rule that is named. The order is
 * the one of docs/protocol.md#measures, which says what happens, and #assumptions.
 */
export const conditions = {
  oneConsumer: 'verified',
  bothPriorities: 'verified',
  silentOnRedelivery: 'verified',
  finishes: 'verified',
  datedBefore: 'verified',
  underLock: 'endsOnce',
  commitsFirst: 'verified',
  staysInHand: 'verified',
  parksFaultsOnly: 'verified',
  inbox: 'once',
  recordsStay: 'once',
  sweep: 'ends',
  opensAgain: 'ends',
  databaseClock: 'early',
  slowestClock: 'early',
  ownClockAtStart: 'early',
  monotonic: 'verified',
  graceNeedsBroker: 'outage',
  graceNeedsDatabase: 'outage',
  graceNeedsConsumer: 'outage',
  noticesFreeze: 'outage',
  cancelWaits: 'cancelled',
  givesUp: 'ends',
  setsAside: 'ends',
  namesSetAside: 'verified',
  asksAgain: 'ends',
  unroutedQueue: 'verified',
  checksUnrouted: 'verified',
  sameRoute: 'ends',
  sessionsEnd: 'ends',
  returnsFirst: 'verified',
  returnsAtOnce: 'verified',
  keepsMessages: 'verified',
  keepsCommits: 'ends',
  startsRight: 'early',
} satisfies Record<string, Rule>

/** A measure or an assumption, which may be left out of the model. */
export type Condition = keyof typeof conditions
/** Whether the model has it. */
export type Has = (condition: Condition) => boolean
