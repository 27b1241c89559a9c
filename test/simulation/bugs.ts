import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A bug that is put in on purpose: a piece of the source of a file, and what stands there instead. */
export type Bug = {
  name: string
  /** The decision that mended it, where it was a defect once. */
  decision?: number
  changes: readonly (readonly [file: string, piece: string, instead: string])[]
}

const expiry = 'libs/holds/src/expire-hold.ts'
const sweep = 'libs/holds/src/jobs/sweep-overdue-holds.ts'
const payment = 'libs/holds/src/apply-payment.ts'
const settlement = 'libs/messaging/src/settlement.ts'
const consumer = 'libs/messaging/src/consumer.ts'
const givenUp = 'libs/messaging/src/given-up.ts'
const clock = 'libs/database/src/database-clock.ts'
const relay = 'libs/messaging/src/relay.ts'
const statements = 'test/simulation/statements.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a hold expires without a check',
    changes: [[expiry, "if (deadline > latestExpirableDeadline(now, settlement)) return 'unsettled'", '']],
  },
  {
    name: 'a hold expires although its payment is set aside',
    decision: 146,
    changes: [[expiry, "if (settlement.isSetAside(record.id)) return 'unsettled'", '']],
  },
  {
    name: 'the clock of the process judges a hold',
    decision: 144,
    changes: [
      [expiry, 'const now = databaseClock.judgingInstant(readNow)', 'const now = new Date(Date.now())'],
      [sweep, 'const now = databaseClock.judgingInstant(clock().toISOString())', 'const now = new Date(Date.now())'],
    ],
  },
  {
    name: "a jump of PostgreSQL's clock is believed",
    decision: 144,
    changes: [
      [
        clock,
        'bounds && offset > bounds.most ? new Date(monotonic() + bounds.least) : new Date(instant)',
        'new Date(instant)',
      ],
    ],
  },
  {
    name: "a process that starts believes PostgreSQL's clock",
    decision: 174,
    changes: [[clock, 'else slowest.add(', 'else if (wall < 0) slowest.add(']],
  },
  {
    name: 'the grace period runs during an outage',
    decision: 145,
    changes: [[expiry, 'graceBegan <= graceOver ? graceOver : 0', 'graceOver']],
  },
  {
    name: 'a broker that no longer confirms anything counts as reachable',
    decision: 145,
    changes: [[settlement, 'instant - reachable.last <= confirmLastsMs', 'true']],
  },
  {
    name: 'a check that comes through at the end of an alarm counts from its beginning',
    decision: 145,
    changes: [
      [settlement, 'if (current?.check !== check) return', ''],
      [settlement, 'last: check.sentAt', 'last: clock.monotonic()'],
    ],
  },
  {
    name: 'a database that does not answer counts as reachable',
    decision: 145,
    changes: [[clock, '      reachableSince = undefined\n', '']],
  },
  {
    name: 'a process that wakes up counts as grace the time in which it was frozen',
    decision: 145,
    changes: [[settlement, 'reachableAt(clock.monotonic())', 'reachable?.since']],
  },
  {
    name: 'the grace period runs although nobody has taken the check',
    decision: 174,
    changes: [[settlement, 'messageCount === 0 && consumerCount > 0', 'messageCount + consumerCount >= 0']],
  },
  {
    name: 'a check is dated when its reply comes',
    changes: [[settlement, 'settled = Math.max(settled ?? check.sentAt, check.sentAt)', 'settled = clock.monotonic()']],
  },
  {
    name: 'a check has only a message of high priority',
    changes: [[settlement, 'const priorities = [0, 255]', 'const priorities = [255]']],
  },
  {
    name: 'the first reply settles a check',
    changes: [[settlement, 'if (check.missing.size > 0) return', '']],
  },
  {
    name: 'checks go to the queue itself, past a lost binding',
    decision: 147,
    changes: [
      [
        'libs/messaging/src/settlement-route.ts',
        "targets: [{ exchange, routingKey }, ...(route ? [{ exchange: '', routingKey: route.alternateQueue }] : [])]",
        "targets: [{ exchange: '', routingKey: queue }]",
      ],
    ],
  },
  {
    name: 'a redelivered check gets a reply',
    changes: [[consumer, 'if (check.isRedelivered) return', '']],
  },
  {
    name: 'a check gets its reply before the payments that came before it',
    changes: [
      [consumer, 'if (results.includes(false)) return', ''],
      [
        consumer,
        'void replyWhenSettled(options, check, [...session.pending])',
        'void replyWhenSettled(options, check, [])',
      ],
    ],
  },
  {
    name: 'a check is answered although a payment is left to a redelivery',
    changes: [[consumer, 'if (results.includes(false)) return', '']],
  },
  {
    name: 'a reply does not name what is set aside',
    decision: 146,
    changes: [
      [consumer, 'const setAside = before.flatMap(message => message.setAside ?? [])', 'const setAside: string[] = []'],
    ],
  },
  {
    name: 'a consumer that stops cancels first, and keeps its messages',
    changes: [
      [
        consumer,
        'state.stopping = true\n',
        'state.stopping = true\n      void (session?.channel as unknown as { cancel(): Promise<void> } | undefined)?.cancel().catch(() => {})\n',
      ],
    ],
  },
  {
    name: 'a consumer without its database keeps its place',
    decision: 146,
    changes: [[givenUp, 'if (isServed() || state.stopping || state.isAway) return', 'isServed()\n    return']],
  },
  {
    name: 'a payment that cannot be processed yet holds up everything',
    decision: 146,
    changes: [[givenUp, '    setAside()\n', '']],
  },
  {
    name: 'a message is acknowledged before its effect',
    changes: [
      [
        consumer,
        'const disposition = await handleWithRetries(options, state, session, message, attempt)',
        'acknowledge(session, message)\n  const disposition = await handleWithRetries(options, state, session, message, attempt)',
      ],
    ],
  },
  {
    name: 'an event id is processed twice',
    changes: [[payment, 'if (!isContradictory && (recorded || !isNew)) {', 'if (!notification) {']],
  },
  {
    name: 'a payment is applied to a hold that has ended',
    changes: [
      ['services/booking/src/domain/lifecycle.ts', "if (status === 'cancelled') return 'cancelled'\n", ''],
      [
        'services/booking/src/domain/lifecycle.ts',
        "  { from: ['pending', 'unpaid'], trigger: 'pay', to: ['pending', 'paid'], effects: 'none' },",
        "  { from: ['pending', 'unpaid'], trigger: 'pay', to: ['pending', 'paid'], effects: 'none' },\n  { from: ['cancelled', 'unpaid'], trigger: 'pay', to: ['pending', 'paid'], effects: 'none' },",
      ],
    ],
  },
  {
    name: 'a member cancels what may have been paid',
    changes: [['libs/holds/src/cancel-hold.ts', 'if (!isSettled) throw paymentsUnknown()', '']],
  },
  {
    name: 'an unapplied payment is not reported',
    changes: [[payment, 'await addToOutbox(tx, hold.schema, [event])', 'void event']],
  },
  {
    name: 'the relay deletes what was not confirmed',
    changes: [
      [
        relay,
        "const confirmed = messages.filter((_, index) => results[index]?.status === 'fulfilled')",
        'const confirmed = messages',
      ],
    ],
  },
  {
    name: 'the sweep looks only for holds that are overdue by its own clock',
    decision: 144,
    changes: [
      [
        sweep,
        'const now = databaseClock.judgingInstant(clock().toISOString())',
        'const now = new Date(Date.now() - 3_600_000)',
      ],
    ],
  },
  {
    name: 'capacity is counted before the lock of the zone',
    decision: 1,
    changes: [
      [
        statements,
        '    for (const { zoneId } of zones.toSorted',
        "    const held = heldSites(view, zones[0]?.zoneId ?? '', booking)\n    for (const { zoneId } of zones.toSorted",
      ],
      [statements, '- heldSites(view, zoneId, booking))', '- held)'],
    ],
  },
  {
    name: 'the zone is not locked',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    changes: [[statements, 'yield* view.lock(`zone/${zoneId}`)', 'void zoneId']],
  },
  {
    name: 'two requests with one key both act',
    changes: [
      [
        statements,
        "if (!(yield* view.insertOnce('idempotency_key', used,",
        "if (view.get('idempotency_key', '') && !(yield* view.insertOnce('idempotency_key', used,",
      ],
    ],
  },
]

/**
 * Not a bug: what a module keeps for its process is kept for each simulated process, and nothing for metrics, which would keep every
 * history.
 */
export const severalProcesses: Bug = {
  name: 'several processes',
  changes: [
    ['libs/core/src/telemetry/metrics.ts', 'sources.add(source)', ''],
    [givenUp, 'consumers.set(pending, queue)', ''],
    [
      'libs/database/src/open-transaction.ts',
      'const commits = new Set<{ began: number }>()',
      "import { setOfEachOwner } from '../../../test/simulation/time.ts'\nconst commits = setOfEachOwner<{ began: number }>()",
    ],
  ],
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The changed sources of files, by their paths.
 *
 * @throws {Error} if a file does not have the replaced text exactly once
 */
export function changedSources(put: readonly Bug[]): Map<string, string> {
  const sources = new Map<string, string>()
  for (const [file, piece, instead] of put.flatMap(({ changes }) => changes)) {
    const source = sources.get(file) ?? readFileSync(`${root}${file}`, 'utf8')
    if (source.split(piece).length !== 2) throw new Error(`${file} does not have exactly once: ${piece}`)
    sources.set(
      file,
      source.replace(piece, () => instead),
    )
  }
  return sources
}

/**
 * Changes modules before they are loaded.
 *
 * @returns throws where one of them was loaded before, or was not loaded yet
 */
export function putIn(...put: readonly Bug[]): () => void {
  const sources = changedSources(put)
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
