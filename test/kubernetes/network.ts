import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { type Overlay, ofKind, workloadsOf } from './overlays.ts'

type Labels = Readonly<Record<string, string>>
type Selector = {
  matchLabels?: Labels
  matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[]
}
type Rule = {
  peers: readonly { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: unknown }[]
  ports: readonly { port?: number | string; endPort?: number }[]
}

/** A pod, as policies see it; pods of other namespaces have the labels of their namespace. */
export type Endpoint = { name: string; labels: Labels; namespace?: Labels }

export const matches = (selector: Selector | undefined, labels: Labels): boolean => {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  const equal = Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
  return (
    equal &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`)
      return values?.includes(labels[key] ?? '')
    })
  )
}

const matchesPeer = (
  { podSelector, namespaceSelector, ipBlock }: Rule['peers'][number],
  { labels, namespace }: Endpoint,
): boolean => {
  if (ipBlock) return false
  if (namespace === undefined && namespaceSelector) return false
  if (namespace !== undefined && !(namespaceSelector && matches(namespaceSelector, namespace))) return false
  return matches(podSelector, labels)
}

/** Without peers a rule is for everybody, without ports for every port. */
const allows = ({ peers, ports }: Rule, peer: Endpoint, port: number): boolean =>
  (peers.length === 0 || peers.some(one => matchesPeer(one, peer))) &&
  (ports.length === 0 || ports.some(one => port >= Number(one.port) && port <= (one.endPort ?? Number(one.port))))

type Direction = 'Ingress' | 'Egress'

/** The policies of a direction that apply to a pod, each with its rules. */
function rulesFor(overlay: Overlay, { labels }: Endpoint, direction: Direction): { policies: number; rules: Rule[] } {
  const policies = ofKind<INetworkPolicy>(overlay, 'NetworkPolicy').filter(
    ({ spec }) => spec?.policyTypes?.includes(direction) && matches(spec.podSelector as Selector, labels),
  )
  const rules = policies.flatMap(({ spec }) =>
    direction === 'Ingress'
      ? (spec?.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports }))
      : (spec?.egress ?? []).map(({ to = [], ports = [] }) => ({ peers: to, ports })),
  )
  return { policies: policies.length, rules: rules as Rule[] }
}

/** Whether a pod may send to another one: both ends must allow it. An end without any policy allows everything. */
export function mayConnect(overlay: Overlay, from: Endpoint, to: Endpoint, port: number): boolean {
  const permits = (end: Endpoint, direction: Direction, peer: Endpoint): boolean => {
    if (end.namespace !== undefined) return true
    const { policies, rules } = rulesFor(overlay, end, direction)
    return policies === 0 || rules.some(rule => allows(rule, peer, port))
  }
  return permits(from, 'Egress', to) && permits(to, 'Ingress', from)
}

/** The pods that an overlay's objects create, including pods of its operators. */
export function podsOf(overlay: Overlay): Endpoint[] {
  const own = workloadsOf(overlay).map(({ labels }) => ({ name: labels['app.kubernetes.io/name'] ?? '', labels }))
  if (overlay === 'local') return own
  // CloudNativePG by inheritedMetadata, the other operators by the labels of their object.
  const ofOperators = [
    ...ofKind<{ spec: { inheritedMetadata: { labels: Labels } } }>(overlay, 'Cluster').map(({ metadata, spec }) => ({
      name: metadata.name,
      labels: spec.inheritedMetadata.labels,
    })),
    ...['RabbitmqCluster', 'Redis'].flatMap(kind => ofKind(overlay, kind).map(({ metadata }) => metadata)),
  ].map(({ name, labels = {} }) => ({ name, labels }))
  return [...own, ...ofOperators]
}
