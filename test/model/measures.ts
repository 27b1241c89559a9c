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

export type Measure = { text: string; rule: Rule; decision?: number }

/**
 * What the protocol does. Without one of these the model breaks the rule that is named. The number names the decision
 * (docs/decisions.md); most of them mend a defect.
 */
export const measures = {
  oneConsumer: { text: 'one consumer has the payments at a time', rule: 'verified', decision: 55 },
  bothPriorities: { text: 'a check has a message of each priority', rule: 'verified', decision: 55 },
  silentOnRedelivery: { text: 'a redelivered message of a check gets no reply', rule: 'verified', decision: 55 },
  finishes: { text: 'a consumer that stops finishes its messages first', rule: 'verified', decision: 55 },
  datedBefore: { text: 'a check is dated before it is sent', rule: 'verified', decision: 55 },
  underLock: { text: 'a hold is read and changed under its lock', rule: 'endsOnce', decision: 2 },
  commitsFirst: { text: 'a payment is acknowledged after its commit', rule: 'verified', decision: 56 },
  staysInHand: { text: 'a payment that cannot be processed stays in hand', rule: 'verified', decision: 56 },
  parksFaultsOnly: { text: 'a payment is parked only for a fault of its own', rule: 'verified', decision: 56 },
  inbox: { text: 'an event id is processed once', rule: 'once', decision: 64 },
  recordsStay: { text: 'records of payments are kept', rule: 'once', decision: 64 },
  sweep: { text: 'a sweep finds holds whose timer is lost', rule: 'ends' },
  opensAgain: { text: 'a lost channel is opened again', rule: 'ends', decision: 102 },
  databaseClock: { text: "PostgreSQL's clock judges, not the clock of the process", rule: 'early', decision: 144 },
  slowestClock: { text: 'the slowest of the clocks that PostgreSQL has had judges', rule: 'early', decision: 144 },
  ownClockAtStart: {
    text: 'a starting process treats its own clock as one that PostgreSQL may have had',
    rule: 'early',
    decision: 174,
  },
  monotonic: { text: 'instants are kept in monotonic time', rule: 'verified', decision: 144 },
  graceNeedsBroker: {
    text: 'the grace period runs only while the broker confirms checks',
    rule: 'outage',
    decision: 145,
  },
  graceNeedsDatabase: { text: 'the grace period runs only while the database answers', rule: 'outage', decision: 145 },
  graceNeedsConsumer: {
    text: 'the grace period runs only while consumers have taken all messages',
    rule: 'outage',
    decision: 174,
  },
  noticesFreeze: { text: 'the grace period does not run while the process is frozen', rule: 'outage', decision: 145 },
  cancelWaits: { text: 'a cancellation waits for a check', rule: 'cancelled', decision: 145 },
  givesUp: { text: 'a consumer without its database gives up its place', rule: 'ends', decision: 146 },
  setsAside: { text: 'a payment that cannot be processed is set aside', rule: 'ends', decision: 146 },
  namesSetAside: { text: 'a reply names the holds of payments set aside', rule: 'verified', decision: 146 },
  asksAgain: { text: 'a hold that a reply names is asked for again', rule: 'ends', decision: 146 },
  unroutedQueue: { text: 'payments that no binding takes have a queue', rule: 'verified', decision: 147 },
  checksUnrouted: { text: 'a check passes through that queue, too', rule: 'verified', decision: 147 },
  sameRoute: { text: 'a check takes the route of the payments', rule: 'ends', decision: 147 },
  sessionsEnd: { text: 'PostgreSQL ends the session of a process that is cut off', rule: 'ends', decision: 150 },
} satisfies Record<string, Measure>

/** What the protocol assumes of others. */
export const assumptions = {
  returnsFirst: { text: 'the broker delivers returned messages before others', rule: 'verified' },
  returnsAtOnce: {
    text: 'the broker returns the messages of a consumer before another one gets any',
    rule: 'verified',
  },
  keepsMessages: { text: 'the broker keeps confirmed messages', rule: 'verified' },
  keepsCommits: { text: 'PostgreSQL keeps committed data', rule: 'ends' },
  startsRight: {
    text: "PostgreSQL's clock and the clock of a process are not both ahead when it starts",
    rule: 'early',
  },
} satisfies Record<string, Measure>

/** A measure or an assumption, which may be left out of the model. */
export type Condition = keyof typeof measures | keyof typeof assumptions
/** Whether the model has it. */
export type Has = (condition: Condition) => boolean
