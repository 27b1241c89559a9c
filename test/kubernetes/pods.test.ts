import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1'
import type { IDeployment } from 'kubernetes-models/apps/v1'
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { describe, expect, test } from 'vitest'
import { bookingConfig } from '../../services/booking/src/config.ts'
import { wholeTopology } from '../../tools/broker/users.ts'
import { describeOverlays, hasNoKubectl, ofKind, processesOf, processNames, workloadsOf } from './overlays.ts'

/** Seconds in which a process stops at most (docs/architecture/requests.md#stop-and-restart). */
const longestStop = 23

describeOverlays('%s', overlay => {
  test('every process is probed, and has time to stop after its endpoints were removed', () => {
    const processes = processesOf(overlay)
    expect(processes).toHaveLength(6)
    for (const { name, pod } of processes) {
      const [{ livenessProbe, readinessProbe, lifecycle } = expect.fail(name)] = pod.containers
      // A service is ready when its database is migrated, the gateway when it listens.
      const paths = [livenessProbe, readinessProbe].map(probe => probe?.httpGet?.path)
      expect([name, ...paths]).toEqual([name, '/health/live', name === 'gateway' ? '/health/live' : '/health/ready'])
      const seconds = Number(lifecycle?.preStop?.sleep?.seconds)
      expect(seconds, name).toBeGreaterThanOrEqual(5)
      expect(pod.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(seconds + longestStop + 5)
    }
  })
})

/** How many of each process there are at least and at most: by its autoscaler, or by KEDA. */
const scales = () => [
  ...ofKind<IHorizontalPodAutoscaler>('production', 'HorizontalPodAutoscaler').map(({ spec }) => ({
    name: spec?.scaleTargetRef.name,
    least: Number(spec?.minReplicas),
    most: Number(spec?.maxReplicas),
  })),
  ...ofKind<IScaledObject>('production', 'ScaledObject').map(({ spec }) => ({
    name: spec?.scaleTargetRef.name,
    least: Number(spec?.minReplicaCount),
    most: Number(spec?.maxReplicaCount),
  })),
]

/** Database sessions of one process: its pool for requests, and 16 others (docs/architecture/database.md). */
const sessions = (): number => bookingConfig.shape.DATABASE_POOL_SIZE.parse(undefined) + 16

describe.skipIf(hasNoKubectl)('production', () => {
  test('every process has one autoscaler with two at least, and no number of its own that an update would reset it to', () => {
    expect(
      scales()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...processNames].sort())
    expect(scales().filter(({ least }) => !(least >= 2))).toEqual([])
    const fixed = ofKind<IDeployment>('production', 'Deployment').filter(({ spec }) => spec?.replicas !== undefined)
    expect(fixed).toEqual([])
  })

  test('KEDA counts queues that exist, and none whose messages only one process gets', () => {
    const queues = new Map(wholeTopology(900).queues.map(queue => [queue.name, queue.arguments]))
    const counted = ofKind<IScaledObject>('production', 'ScaledObject').flatMap(({ spec }) =>
      (spec?.triggers ?? []).flatMap(({ type, metadata }) => (type === 'rabbitmq' ? [metadata.queueName ?? ''] : [])),
    )
    expect(counted).toHaveLength(3)
    expect(counted.filter(name => queues.get(name)?.['x-single-active-consumer'] ?? !queues.has(name))).toEqual([])
  })

  test('PostgreSQL allows the sessions of all processes at their largest number, during a roll-out of all', () => {
    const needed = workloadsOf('production')
      .filter(({ labels }) => labels['campstore/uses-postgres'])
      .map(({ name }) => {
        const most = scales().find(scale => scale.name === name)?.most ?? 0
        return (most + 1) * sessions()
      })
      .reduce((sum, count) => sum + count, 0)
    type Cluster = { spec: { postgresql: { parameters: { max_connections: string } } } }
    const [cluster] = ofKind<Cluster>('production', 'Cluster')
    expect(Number(cluster?.spec.postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(needed + 20)
  })
})
