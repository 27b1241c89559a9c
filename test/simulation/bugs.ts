import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What is put in on purpose: of each file that it changes, a piece of the source and what stands there instead. */
export type Bug = readonly (readonly [file: string, piece: string, instead: string])[]

const expiry = 'libs/holds/src/expire-hold.ts'
const sweep = 'libs/holds/src/jobs/sweep-overdue-holds.ts'
const money = 'libs/holds/src/money/step.ts'
const settlement = 'libs/messaging/src/settlement-step.ts'
const consumer = 'libs/messaging/src/consumer.ts'
const givenUp = 'libs/messaging/src/given-up.ts'
const clock = 'libs/database/src/database-clock.ts'
const relay = 'libs/messaging/src/relay.ts'
const account = 'libs/holds/src/money/account.ts'
const lifecycle = 'services/booking/src/domain/lifecycle.ts'
const cancellation = 'services/booking/src/domain/cancellation.ts'
const batched = 'libs/database/src/batched.ts'
const takeHold = 'libs/holds/src/take-hold.ts'
const statements = 'test/simulation/statements.ts'
const countsKeys = "  if (kept < holds.length) throw databaseError('40001')\n"
// biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
const locksNight = '    yield* view.lock(`night/${night}`)\n'
const readsNight = '    const before = takenOn(view, night)\n'

/** Bugs by their names, with the decision that mended one where it was a defect once. */
export const bugs: Readonly<Record<string, Bug>> = {
  'a hold expires without a check': [
    [expiry, "if (deadline > latestExpirableDeadline(now, settlement)) return 'unsettled'", ''],
  ],
  'a hold expires although its payment is set aside (decision 146)': [
    [expiry, "if (settlement.isSetAside(record.id)) return 'unsettled'", ''],
  ],
  'the clock of the process judges a hold (decision 144)': [
    [expiry, 'const now = databaseClock.judgingInstant(readNow)', 'const now = new Date(Date.now())'],
    [sweep, 'const now = databaseClock.judgingInstant(clock().toISOString())', 'const now = new Date(Date.now())'],
  ],
  "a jump of PostgreSQL's clock is believed (decision 144)": [
    [
      clock,
      'bounds && offset > bounds.most ? new Date(monotonic() + bounds.least) : new Date(instant)',
      'new Date(instant)',
    ],
  ],
  "a process that starts believes PostgreSQL's clock (decision 174)": [
    [clock, 'else slowest.add(', 'else if (wall < 0) slowest.add('],
  ],
  'the grace period runs during an outage (decision 145)': [
    [expiry, 'graceBegan <= graceOver ? graceOver : 0', 'graceOver'],
  ],
  'a broker that no longer confirms anything counts as reachable (decision 145)': [
    [settlement, 'instant - reachable.last <= confirmLastsMs', 'true'],
  ],
  'a check that comes through at the end of an alarm counts from its beginning (decision 145)': [
    [settlement, 'isCurrent ? reachableBy(state, check) : state.reachable', 'reachableBy(state, check)'],
    [settlement, 'last: sentAt', 'last: performance.now()'],
  ],
  'a database that does not answer counts as reachable (decision 145)': [
    [clock, '      reachableSince = undefined\n', ''],
  ],
  'a process that wakes up counts as grace the time in which it was frozen (decision 145)': [
    ['libs/messaging/src/settlement.ts', 'reachableAt(state, clock.monotonic())', 'state.reachable?.since'],
  ],
  'the grace period runs although no consumer has taken the check (decision 174)': [
    [settlement, 'messageCount === 0 && consumerCount > 0', 'messageCount + consumerCount >= 0'],
  ],
  'a check is dated when its reply comes': [
    [settlement, 'const settled = Math.max(state.settled ?? sentAt, sentAt)', 'const settled = performance.now()'],
  ],
  'a check has only a message of high priority': [
    [settlement, 'const priorities = [0, 255]', 'const priorities = [255]'],
  ],
  'the first reply settles a check': [[settlement, 'if (check.missing.length > 0) return withoutActions(known)', '']],
  'checks go to the queue itself, past a lost binding (decision 147)': [
    [
      settlement,
      "const targets = [{ exchange, routingKey }, ...(route ? [{ exchange: '', routingKey: route.alternateQueue }] : [])]",
      "const targets = [{ exchange: '', routingKey: exchange && routingKey && queue }]",
    ],
  ],
  'a redelivered check gets a reply': [[consumer, 'if (check.isRedelivered) return', '']],
  'a check gets its reply before the payments that came before it': [
    [consumer, 'if (results.includes(false)) return', ''],
    [
      consumer,
      'void replyWhenSettled(options, check, [...session.pending])',
      'void replyWhenSettled(options, check, [])',
    ],
  ],
  'a check gets a reply although a payment is left to a redelivery': [
    [consumer, 'if (results.includes(false)) return', ''],
  ],
  'a reply does not name the holds of payments set aside (decision 146)': [
    [consumer, 'const setAside = before.flatMap(message => message.setAside ?? [])', 'const setAside: string[] = []'],
  ],
  'a consumer that stops cancels first, and keeps its messages': [
    [
      consumer,
      'state.stopping = true\n',
      'state.stopping = true\n      void (session?.channel as unknown as { cancel(): Promise<void> } | undefined)?.cancel().catch(() => {})\n',
    ],
  ],
  'a consumer without its database keeps its place (decision 146)': [
    [givenUp, 'if (reason === undefined || state.stopping || state.isAway) return', 'return'],
  ],
  'a payment that cannot be processed yet holds up everything (decision 146)': [
    [givenUp, 'setTimeout(setAside, ', 'setTimeout(() => void setAside, '],
  ],
  'a message is acknowledged before its effect': [
    [
      consumer,
      'const result = await handleWithRetries(session, message, isSetAside)',
      'settleBy("ack", session, message)\n  const result = await handleWithRetries(session, message, isSetAside)',
    ],
  ],
  'an event id is processed twice': [
    [money, "if (recorded && isSamePayment(recorded, notification)) return { refusal: 'repeated' }", ''],
    [money, 'if (recorded || rule.used) {', 'if (!notification) {'],
  ],
  'a payment is applied to a hold that has ended': [
    [
      lifecycle,
      "trigger: 'pay', from: ['pending', 'unpaid'], to: {",
      "trigger: 'pay', from: [['pending', 'cancelled'], 'unpaid'], to: { status: 'pending',",
    ],
  ],
  'a member cancels a hold that may have been paid': [
    ['libs/holds/src/cancel-hold.ts', 'if (!isSettled) throw paymentsUnknown()', ''],
  ],
  'an unapplied payment is not reported': [
    [money, 'const told = withAction(unapplied, {', 'const told = (step => step)(unapplied, {'],
  ],
  'the relay deletes unconfirmed messages': [
    [
      relay,
      "const confirmed = messages.filter((_, index) => results[index]?.status === 'fulfilled')",
      'const confirmed = messages',
    ],
  ],
  'the sweep looks only for holds that are overdue by its own clock (decision 144)': [
    [
      sweep,
      'const now = databaseClock.judgingInstant(clock().toISOString())',
      'const now = new Date(Date.now() - 3_600_000)',
    ],
  ],
  'what a night has is read before its lock (decision 200)': [
    [statements, locksNight + readsNight, readsNight + locksNight],
  ],
  'a night is not locked (decision 200)': [[statements, locksNight + readsNight, readsNight]],
  'a hold that ends returns no sites (decision 200)': [
    [statements, 'if (before && wasHeld !==', 'if (before && false && wasHeld !=='],
  ],
  'a changed stay leaves its old nights behind (decision 205)': [
    [statements, '    yield* countSites(view, bookingOf(before), -1)\n', ''],
  ],
  'a changed stay counts against itself (decision 205)': [
    [
      statements,
      'const own = before ? nightsOf(bookingOf(before)) : []',
      'const own: ReturnType<typeof nightsOf> = []',
    ],
  ],
  'a change looks for free sites before it has the locks (decision 205)': [
    ['services/booking/src/use-cases/change-stay.ts', '  await lockChange(tx, booking, changed)\n', ''],
  ],
  'a stay is cancelled by the policy of today, not by the policy of its hold (decision 206)': [
    [
      statements,
      '{ ...row, ...refundsOf(view, id), now:',
      "{ ...row, cancellationTiers: view.get('policy', '1')?.cancellationTiers, ...refundsOf(view, id), now:",
    ],
  ],
  'a member cancels a stay whose guests have come (decision 206)': [
    [cancellation, 'stay.attendance !== null || ', ''],
    [cancellation, "if (booking.attendance !== null) return 'attendance'", ''],
  ],
  'attendance is recorded before a stay is confirmed': [
    [
      lifecycle,
      "trigger: 'admin-attend',\n    from: ['confirmed', 'paid']",
      "trigger: 'admin-attend',\n    from: [toCome, 'paid']",
    ],
  ],
  'a stay that moves to later nights keeps its attendance (decision 205)': [
    ['services/booking/src/use-cases/change-stay.ts', 'isToCome ? null : attendance', 'attendance'],
  ],
  'a refund is not compared with what is left of the payment (decision 202)': [
    [money, 'if (exact(amount).greaterThan(left))', 'if (amount === left)'],
  ],
  'a cancellation gives back what was given back before (decision 202)': [
    [account, ' - cents(givenBack(account))', ''],
  ],
  'a refund that was reported before it was opened is due (decision 207)': [
    [money, 'if (!earlier) return', 'if (earlier?.reference !== refund.id) return'],
  ],
  'a refund that was withdrawn still counts': [
    [account, "cause !== 'unapplied' && status !== 'withdrawn')", "cause !== 'unapplied' && status !== null)"],
  ],
  'a refund is made twice, with two references': [
    [money, 'if (isOther || isReferenceUsed(', 'if (isReferenceUsed('],
    [money, "const notDone = refunds.filter(({ status }) => status !== 'done')", 'const notDone = [...refunds]'],
  ],
  'the reference of a refund makes another one done, too': [
    [money, 'if (isOther || isReferenceUsed(step.account, transfer.reference, rule, ids))', 'if (isOther)'],
  ],
  'an account has the payments of other bookings': [
    [statements, '    .filter(([, { targetId }]) => targetId === id)\n', ''],
  ],
  'a payment that was not applied has no refund': [
    [money, '  if (!exact(amount).greaterThan(0)) return told\n', '  if (exact(amount).greaterThan(0)) return told\n'],
  ],
  'a payment that comes under another eventId is charged again': [
    [money, "if (countedWith(account, notification)) return { outcome: 'repeated', reason: null }", ''],
  ],
  "staff withdraw what is the payer's in any case": [
    [money, "if (!withdrawableCauses.includes(refund.cause)) return { refusal: 'not withdrawable' }", ''],
  ],
  'the payment service does not hear that a refund was withdrawn': [
    [money, "return publishRefund(noted, 'payment.refund-withdrawn', id)", 'return noted'],
  ],
  'two requests with one key both act': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    [statements, '  for (const member of [...new Set(members)].sort()) yield* view.lock(`member/${member}`)\n', ''],
    [statements, countsKeys, ''],
  ],
  'a member has two holds in one batch': [
    [takeHold, ', keyOf: ({ record }) => String(record.customer_id)', ''],
    [statements, "    else if (members.indexOf(hold.booking.customerId) < place) hold.outcome = 'again'\n", ''],
    [statements, countsKeys, ''],
  ],
  'the holds of a batch do not count each other': [[statements, '        earlier += quantity\n', '']],
  'nights are locked in the order in which their holds came': [
    [statements, '[...new Set(nightsOfHolds(holds))].sort()', 'new Set(nightsOfHolds(holds))'],
  ],
  'a hold that has to be asked for again counts as held': [
    [takeHold, "row.outcome === 'again' ? again : row", "row.outcome === 'again' ? { ...row, outcome: 'held' } : row"],
  ],
  'a hold that has to be asked for again is forgotten': [[batched, 'waiting.unshift(...repeated)', '']],
  'the outcomes of a batch go to others': [[takeHold, 'return rows.map(', 'return rows.toReversed().map(']],
  'the holds of a batch that failed are refused': [
    [
      batched,
      'return (await Promise.all(batch.map(waiting => settle([waiting], run)))).flat()',
      "return batch.flatMap(({ resolve }) => resolve({ outcome: 'zone_unavailable' } as Result) ?? [])",
    ],
  ],
  'holds are answered before their commit': [
    [
      takeHold,
      'const { rows } = await committing(() => database.query<Outcome<Response>>(statementOf(definition, holds)))',
      "void committing(() => database.query(statementOf(definition, holds))).catch(() => {})\n      const rows = holds.map(() => ({ outcome: 'held', response: null, detail: null }))",
    ],
  ],
}

/**
 * Not a bug: what a module keeps for its process is kept for each simulated process, and nothing for metrics, which would keep every
 * history.
 */
export const severalProcesses: Bug = [
  ['libs/core/src/telemetry/metrics.ts', 'sources.add(source)', ''],
  [givenUp, 'consumers.set(pending, queue)', ''],
  [
    'libs/database/src/open-transaction.ts',
    'const commits = new Set<{ began: number }>()',
    "import { setOfEachOwner } from '../../../test/simulation/time.ts'\nconst commits = setOfEachOwner<{ began: number }>()",
  ],
]

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The changed sources of files, by their paths.
 *
 * @throws {Error} if a file does not have the replaced text exactly once
 */
export function changedSources(...put: readonly Bug[]): Map<string, string> {
  const sources = new Map<string, string>()
  for (const [file, piece, instead] of put.flat()) {
    const source = sources.get(file) ?? readFileSync(`${root}${file}`, 'utf8')
    if (source.split(piece).length !== 2) throw new Error(`${file} does not have exactly once: ${piece}`)
    sources.set(file, source.split(piece).join(instead))
  }
  return sources
}

/**
 * Changes modules before they are loaded.
 *
 * @returns throws where one of them was loaded before, or was not loaded yet
 */
export function putIn(...put: readonly Bug[]): () => void {
  const sources = changedSources(...put)
  const missing = new Set(sources.keys())
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const file = url.replace(`file://${root}`, '')
      const source = sources.get(file)
      missing.delete(file)
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
  return () => {
    if (missing.size > 0) throw new Error(`These modules were not changed: ${[...missing].join(', ')}`)
  }
}
