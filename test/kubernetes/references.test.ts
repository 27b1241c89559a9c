import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1'
import type { IConfigMap, ISecret, IService } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { matches } from './network.ts'
import { describeOverlays, type Overlay, ofKind, processesOf, processNames, workloadsOf } from './overlays.ts'
import { secretsOf } from './secrets.ts'

const namesOf = (overlay: Overlay, kind: string): string[] => ofKind(overlay, kind).map(({ metadata }) => metadata.name)

const deploymentsOf = (overlay: Overlay) => workloadsOf(overlay).filter(({ kind }) => kind === 'Deployment')

/** ConfigMaps with their keys. */
const configOf = (overlay: Overlay): Map<string, Set<string>> =>
  new Map(
    ofKind<IConfigMap>(overlay, 'ConfigMap').map(({ metadata, data }) => [
      metadata.name,
      new Set(Object.keys(data ?? {})),
    ]),
  )

/** Every reference of a pod to something else in the namespace: `Secret postgres-app, key password`. */
function referencesOf(overlay: Overlay): { from: string; kind: string; name: string; key?: string | undefined }[] {
  return workloadsOf(overlay).flatMap(({ name: from, pod }) => {
    const containers = [...(pod.initContainers ?? []), ...pod.containers]
    const sources = containers.flatMap(({ envFrom = [] }) => envFrom)
    const values = containers.flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom))
    const volumes = pod.volumes ?? []
    const found = [
      ...sources.map(({ configMapRef }) => ({ kind: 'ConfigMap', name: configMapRef?.name })),
      ...sources.map(({ secretRef }) => ({ kind: 'Secret', name: secretRef?.name })),
      ...values.map(value => ({ kind: 'Secret', name: value?.secretKeyRef?.name, key: value?.secretKeyRef?.key })),
      ...volumes.flatMap(({ secret }) =>
        (secret?.items ?? [{ key: undefined }]).map(({ key }) => ({ kind: 'Secret', name: secret?.secretName, key })),
      ),
      ...volumes.map(volume => ({ kind: 'PersistentVolumeClaim', name: volume.persistentVolumeClaim?.claimName })),
      { kind: 'ServiceAccount', name: pod.serviceAccountName },
      { kind: 'PriorityClass', name: pod.priorityClassName },
    ]
    return found.flatMap(({ name, ...reference }) => (name === undefined ? [] : [{ from, name, ...reference }]))
  })
}

describeOverlays('%s', overlay => {
  test('whatever a pod refers to exists, down to the key of a secret', () => {
    const secrets = secretsOf(overlay)
    const config = configOf(overlay)
    const references = referencesOf(overlay)
    expect(references.length).toBeGreaterThan(20)
    const missing = references.filter(({ kind, name, key }) => {
      if (kind === 'Secret') return key === undefined ? !secrets.has(name) : !secrets.get(name)?.has(key)
      if (kind === 'ConfigMap') return !config.has(name)
      return !namesOf(overlay, kind).includes(name)
    })
    expect(missing).toEqual([])
  })

  test('every Service and every disruption budget selects the pods of one deployment; a budget lets a node be drained', () => {
    const selecting = [
      ...ofKind<IService>(overlay, 'Service').map(service => [service.metadata.name, service.spec?.selector] as const),
      ...ofKind<IPodDisruptionBudget>(overlay, 'PodDisruptionBudget')
        .filter(({ metadata }) => metadata.name !== 'rabbitmq' || overlay === 'local')
        .map(budget => [budget.metadata.name, budget.spec?.selector?.matchLabels] as const),
    ]
    const selected = selecting.map(([name, selector]) => [
      name,
      deploymentsOf(overlay)
        .filter(({ labels }) => matches({ matchLabels: selector ?? {} }, labels))
        .map(deployment => deployment.name),
    ])
    expect(selected).toEqual(selecting.map(([name]) => [name, [name]]))
    const budgets = ofKind<IPodDisruptionBudget>(overlay, 'PodDisruptionBudget')
    expect(budgets.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining([...processNames]))
    expect(budgets.every(({ spec }) => spec?.maxUnavailable === 1)).toBe(true)
  })

  test('every port of a Service is one that its pods have', () => {
    const unknown = ofKind<IService>(overlay, 'Service').flatMap(({ metadata, spec }) => {
      const pod = deploymentsOf(overlay).find(({ name }) => name === metadata.name)?.pod
      const ports = pod?.containers.flatMap(container => container.ports?.map(({ name }) => name) ?? [])
      return (spec?.ports ?? []).filter(({ targetPort }) => !ports?.includes(String(targetPort)))
    })
    expect(unknown).toEqual([])
  })

  test('Prometheus reads every process, under the name that the alerts know', () => {
    const monitor = ofKind<IPodMonitor>(overlay, 'PodMonitor').find(({ metadata }) => metadata.name === 'campstore')
    if (overlay === 'local') return expect(monitor).toBeUndefined()
    const { selector, podMetricsEndpoints, jobLabel } = monitor?.spec ?? {}
    expect(jobLabel).toBe('app.kubernetes.io/name')
    expect(selector?.matchExpressions?.[0]?.values).toEqual([...processNames])
    const ports = processesOf(overlay).map(({ pod }) => pod.containers[0]?.ports?.map(({ name }) => name))
    expect(ports).toEqual(ports.map(() => expect.arrayContaining([podMetricsEndpoints?.[0]?.port])))
  })

  test('the migration of each version is a job of its own, with the same image as the processes', () => {
    const images = workloadsOf(overlay)
      .filter(({ labels, name }) => labels['app.kubernetes.io/name'] === 'migrate' || name === 'booking')
      .map(({ pod }) => pod.containers[0]?.image)
    expect(images).toHaveLength(2)
    expect(new Set(images).size).toBe(1)
    const tag = images[0]?.split(':').at(-1)
    if (overlay === 'production') expect(namesOf(overlay, 'Job')).toEqual([`migrate-${tag}`])
  })

  test('no secret of production is in the repository', () => {
    expect(ofKind<ISecret>(overlay, 'Secret').length > 0).toBe(overlay === 'local')
  })
})
