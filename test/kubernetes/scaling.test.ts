import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { describe, expect, test } from 'vitest'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { wholeTopology } from '../../tools/broker/users.ts'
import { describeOverlays, hasNoKubectl, ofKind, processNames, workloadsOf } from './overlays.ts'

/** How many of each process there are at most: by its autoscaler, or by KEDA. */
const largest = (): Map<string, number> =>
  new Map([
    ...ofKind<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler').map(
      ({ spec }) => [spec?.scaleTargetRef.name ?? '', spec?.maxReplicas ?? 0] as const,
    ),
    ...ofKind<IScaledObject>('production', 'ScaledObject').map(
      ({ spec }) => [spec?.scaleTargetRef.name ?? '', spec?.maxReplicaCount ?? 0] as const,
    ),
  ])

/** Database sessions of one process: its pools, one for health checks, and one on which the relay listens. */
function sessions(usesBroker: boolean): number {
  const { DATABASE_POOL_SIZE, DATABASE_BACKGROUND_POOL_SIZE, DATABASE_STAFF_POOL_SIZE } = bookingConfig.shape
  const sizes = [DATABASE_POOL_SIZE, DATABASE_BACKGROUND_POOL_SIZE, DATABASE_STAFF_POOL_SIZE]
  return sizes.map(size => Number(size.parse(undefined))).reduce((sum, size) => sum + size, 1) + (usesBroker ? 1 : 0)
}

describe.skipIf(hasNoKubectl)('production', () => {
  test('every process has one autoscaler, and no number of its own that an update would reset it to', () => {
    const targets = [
      ...ofKind<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler'),
      ...ofKind<IScaledObject>('production', 'ScaledObject'),
    ].map(({ spec }) => spec?.scaleTargetRef.name)
    expect(targets.sort()).toEqual([...processNames].sort())
    const fixed = ofKind<IDeployment>('production', 'Deployment').filter(({ spec }) => spec?.replicas !== undefined)
    expect(fixed).toEqual([])
  })

  test('there are two of every process at least', () => {
    const smallest = [
      ...ofKind<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler').map(({ spec }) => spec?.minReplicas),
      ...ofKind<IScaledObject>('production', 'ScaledObject').map(({ spec }) => spec?.minReplicaCount),
    ]
    expect(smallest.every(count => Number(count) >= 2)).toBe(true)
  })

  test('KEDA counts queues that exist, and none whose messages only one process gets', () => {
    const queues = new Map(wholeTopology(900).queues.map(queue => [queue.name, queue.arguments]))
    const counted = ofKind<IScaledObject>('production', 'ScaledObject').flatMap(({ spec }) =>
      (spec?.triggers ?? []).flatMap(({ type, metadata }) => (type === 'rabbitmq' ? [metadata.queueName ?? ''] : [])),
    )
    expect(counted).toHaveLength(3)
    expect(counted.filter(name => !queues.has(name))).toEqual([])
    expect(counted.filter(name => queues.get(name)?.['x-single-active-consumer'])).toEqual([])
  })

  test('PostgreSQL allows the sessions of all processes at their largest number, during a roll-out of all', () => {
    const needed = workloadsOf('production')
      .filter(({ labels }) => labels['campstore/uses-postgres'])
      .map(
        ({ name, labels }) =>
          ((largest().get(name) ?? 0) + 1) * sessions(labels['campstore/uses-rabbitmq'] !== undefined),
      )
      .reduce((sum, count) => sum + count, 0)
    const [cluster] = ofKind<{ spec: { postgresql: { parameters: { max_connections: string } } } }>(
      'production',
      'Cluster',
    )
    expect(Number(cluster?.spec.postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(needed + 20)
  })

  test('every queue is a quorum queue, so that three nodes of RabbitMQ survive the loss of one', () => {
    const types = wholeTopology(900).queues.map(queue => queue.arguments['x-queue-type'])
    expect(new Set(types)).toEqual(new Set(['quorum']))
    expect(ofKind<{ spec: { replicas: number } }>('production', 'RabbitmqCluster')[0]?.spec.replicas).toBe(3)
  })
})

describeOverlays('%s', overlay => {
  test('every process has a disruption budget that lets a node be drained', () => {
    const budgets = ofKind<IPodDisruptionBudget>(overlay, 'PodDisruptionBudget')
    const names = budgets.map(({ metadata }) => metadata.name)
    expect(names).toEqual(expect.arrayContaining([...processNames]))
    expect(budgets.every(({ spec }) => spec?.maxUnavailable === 1 && spec.minAvailable === undefined)).toBe(true)
  })

  test('a roll-out of a process ends none before another one is ready', () => {
    const processes = ofKind<IDeployment>(overlay, 'Deployment').filter(({ metadata }) =>
      (processNames as readonly string[]).includes(metadata.name),
    )
    const strategies = processes.map(({ spec }) => spec?.strategy?.rollingUpdate)
    expect(strategies).toEqual(processes.map(() => ({ maxUnavailable: 0, maxSurge: 1 })))
  })
})
