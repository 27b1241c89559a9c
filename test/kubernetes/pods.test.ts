import type { INamespace } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { describeOverlays, ofKind, processesOf, type Workload, workloadsOf } from './overlays.ts'

/** Seconds in which a process stops at most (docs/architecture/requests.md#stop-and-restart). */
const longestStop = 23

type Rule = (workload: Workload) => boolean | undefined
type Container = Workload['pod']['containers'][number]

const everyContainer =
  (rule: (container: Container) => unknown): Rule =>
  ({ pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers].every(rule)

/** The restricted Pod Security Standard, and what we ask of every pod beyond it. */
const ofEveryPod: Readonly<Record<string, Rule>> = {
  'runs as a user that is not root': ({ pod }) =>
    pod.securityContext?.runAsNonRoot === true && Number(pod.securityContext.runAsUser) > 0,
  'has the seccomp profile of the runtime': ({ pod }) => pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  'gains no privileges': everyContainer(({ securityContext }) => securityContext?.allowPrivilegeEscalation === false),
  'has no capabilities': everyContainer(({ securityContext }) => {
    const { drop, add } = securityContext?.capabilities ?? {}
    return drop?.includes('ALL') && add === undefined
  }),
  'writes to no root file system': everyContainer(({ securityContext }) => securityContext?.readOnlyRootFilesystem),
  'has volumes of bounded size': ({ pod }) =>
    (pod.volumes ?? []).every(({ emptyDir }) => emptyDir === undefined || emptyDir.sizeLimit !== undefined),
  'shares nothing with its node': ({ pod }) =>
    !(pod.hostNetwork || pod.hostPID || pod.hostIPC || pod.volumes?.some(({ hostPath }) => hostPath)),
  'has no token of the Kubernetes API': ({ pod }) => pod.automountServiceAccountToken === false,
  'gets no variables of Services, such as BOOKING_PORT=tcp://…': ({ pod }) => pod.enableServiceLinks === false,
  'names a version of its image': everyContainer(({ image = '' }) =>
    /:(?!latest(?:@|$))[\w.-]+(?:@sha256:[0-9a-f]{64})?$/.test(image),
  ),
  'asks for processor time and memory': everyContainer(({ resources }) => {
    const { cpu, memory } = resources?.requests ?? {}
    return cpu && memory
  }),
  'is limited in processor time and memory': everyContainer(({ resources }) => {
    const { cpu, memory } = resources?.limits ?? {}
    return cpu && memory
  }),
}

const ofEveryDeployment: Readonly<Record<string, Rule>> = {
  'is asked whether it has started, lives and is ready': everyContainer(
    ({ startupProbe, livenessProbe, readinessProbe }) => startupProbe && livenessProbe && readinessProbe,
  ),
}

const pathOf = (probe: Container['readinessProbe']): string | undefined => probe?.httpGet?.path

const ofEveryProcess: Readonly<Record<string, Rule>> = {
  'lives while it answers': everyContainer(({ livenessProbe }) => pathOf(livenessProbe) === '/health/live'),
  'is ready when its database is migrated; the gateway, when it listens': ({ name, pod }) =>
    pathOf(pod.containers[0]?.readinessProbe) === (name === 'gateway' ? '/health/live' : '/health/ready'),
  'has time to stop after its endpoints were removed': ({ pod }) => {
    const seconds = Number(pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds)
    return seconds >= 5 && Number(pod.terminationGracePeriodSeconds) >= seconds + longestStop + 5
  },
  'leaves the flags of Node to the image': everyContainer(({ command, args }) => {
    return (
      command === undefined && args?.length === 1 && /^(?:gateway|services\/[a-z]+)\/src\/main\.ts$/.test(args[0] ?? '')
    )
  }),
}

/** Not on one machine: a pod with such a rule is never scheduled where nodes name no zone. */
const ofEveryProcessInProduction: Readonly<Record<string, Rule>> = {
  'is spread over zones and nodes': ({ pod }) => {
    const keys = pod.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)
    return keys?.includes('topology.kubernetes.io/zone') && keys.includes('kubernetes.io/hostname')
  },
}

/** @returns `booking is limited …` for each workload that breaks a rule */
const violations = (workloads: readonly Workload[], rules: Readonly<Record<string, Rule>>): string[] =>
  workloads.flatMap(workload =>
    Object.entries(rules)
      .filter(([, rule]) => !rule(workload))
      .map(([title]) => `${workload.kind} ${workload.name} does not meet: ${title}`),
  )

describeOverlays('%s', overlay => {
  test('every pod meets the restricted Pod Security Standard and our rules', () => {
    const workloads = workloadsOf(overlay)
    expect(workloads.length).toBeGreaterThan(6)
    expect(violations(workloads, ofEveryPod)).toEqual([])
  })

  test('every deployment has probes', () => {
    const deployments = workloadsOf(overlay).filter(({ kind }) => kind === 'Deployment')
    expect(violations(deployments, ofEveryDeployment)).toEqual([])
  })

  test('every process starts, is probed and stops as it should', () => {
    expect(processesOf(overlay)).toHaveLength(6)
    expect(violations(processesOf(overlay), ofEveryProcess)).toEqual([])
  })

  test('every process is spread in production, and anywhere else may be on one node', () => {
    const broken = violations(processesOf(overlay), ofEveryProcessInProduction)
    expect(broken).toHaveLength(overlay === 'production' ? 0 : 6)
  })

  test('the namespace enforces the standard', () => {
    const [namespace] = ofKind<INamespace>(overlay, 'Namespace')
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' })
  })
})
