import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PurchaseQueue } from '../../services/me/src/consumers/purchases.ts'
import { countMessages, onBroker } from '../../tools/broker/on-broker.ts'
import { rebuild } from '../../tools/rebuild-spending.ts'
import type { Violation } from '../random-faults/checks/violation.ts'
import { drawFaults, type Fault, type FaultName, type FaultStep, holdingServices } from '../random-faults/faults.ts'
import { upgradedSuffix } from '../random-faults/fleet.ts'

/** Queues that processes of the release before do not consume. */
const unconsumed: readonly PurchaseQueue[] = ['me.purchase-changes']

type ReleaseStep = FaultStep & { target: 'release' }

const changeOf = (name: ReleaseStep['name'], how: ReleaseStep['how']): FaultStep[] => [{ target: 'release', name, how }]

/** The service whose process has the payments loses it, so that the process of the other release gets them. */
const killed = (instance: 0 | 1): FaultStep[] =>
  holdingServices.map(name => ({ target: 'process', name, instance, how: 'kill' }))

/**
 * An upgrade and its way back, as docs/operations.md has them, with faults in every state between: the new schema with
 * the release before, both releases side by side on the way up and on the way down, the new release alone, and the release before
 * after the roll-back. The faults are drawn as in other runs.
 *
 * @param minutes length of the load; half of it is filled with drawn faults
 */
export function upgradeAndRollBack(seed: number, minutes: number, targets: readonly FaultName[]): Fault[] {
  const drawn = drawFaults(seed, minutes / 2, targets)
  // States in which both releases run get them first.
  const stateOf = [1, 2, 4, 5, 0, 3, 6]
  const states = [
    [changeOf('database', 'upgrade')],
    [changeOf('second processes', 'upgrade')],
    [killed(0)],
    [changeOf('first processes', 'upgrade')],
    [changeOf('first processes', 'roll back')],
    [killed(1)],
    [changeOf('second processes', 'roll back'), changeOf('database', 'roll back')],
  ]
  const faults = states.flatMap((changes, state) => [
    ...changes.map(steps => ({ steps, lasts: 2_000 })),
    ...drawn.filter((_, index) => stateOf[index % stateOf.length] === state),
  ])
  const pauseMs = (minutes * 60_000 - 15_000) / faults.length
  return faults.map(({ steps, lasts }, index) => ({ number: index + 1, at: 5_000 + index * pauseMs, lasts, steps }))
}

/**
 * Rebuilds spending if events wait for the next upgrade, as docs/operations.md#migrate-and-upgrade says.
 *
 * @returns the queues in which they stay
 */
export async function rebuildAfterRollBack(servers: { rabbitmqUrl: string; adminUrl: string }) {
  const waiting = await onBroker(servers.rabbitmqUrl, async connection => {
    const counts = await Promise.all(unconsumed.map(queue => countMessages(connection, queue)))
    return counts.some(count => count > 0)
  })
  if (waiting) await rebuild({ DATABASE_ADMIN_URL: servers.adminUrl })
  return unconsumed
}

const releaseOf = (log: string): string => (log.includes(upgradedSuffix) ? 'the new release' : 'the release before')

/** Lines of a log, with the release that wrote it. A killed process may leave half a line. */
function linesOf(log: string): { at: number; message: string; release: string }[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, at = '', message] = /"time":"([^"]+)".*"msg":"([^"]+)"/.exec(line) ?? []
      return message === undefined ? [] : [{ at: Date.parse(at), message, release: releaseOf(log) }]
    })
}

/** The holds that a process expired by their timer, with its release and the release that had the payments. */
const expiriesOf = (service: string, logs: string): { by: string; payments: string }[] => {
  const lines = globSync(join(logs, `${service}-?{,${upgradedSuffix}}.log`)).flatMap(linesOf)
  let payments: string | undefined
  return lines
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ message, release }) => {
      if (message === 'Payment notification processed') payments = release
      return message === 'Hold expired' && payments !== undefined ? [{ by: release, payments }] : []
    })
}

/** Each release has expired holds while the other one had the payments. */
export function checkMixture(logs: string): Violation[] {
  const expiries = holdingServices.flatMap(service => expiriesOf(service, logs))
  return ['the new release', 'the release before']
    .filter(by => !expiries.some(one => one.by === by && one.payments !== by))
    .map(by => ({
      rule: 'both releases settle payments for each other',
      message: `${by} has expired no hold while the other one had the payments`,
    }))
}
