import { expect, test } from 'vitest'
import { type Endpoint, mayConnect, podsOf } from './network.ts'
import { describeOverlays, type Overlay } from './overlays.ts'

const services = ['booking', 'products', 'checkout', 'me', 'admin']
const owners = ['booking', 'products', 'checkout', 'me']

/** Who connects to whom, and at which port. Nothing else may. */
const connections = (overlay: Overlay): string[] => [
  ...services.map(service => `gateway -> ${service}:8080`),
  ...owners.map(service => `admin -> ${service}:8080`),
  'gateway -> redis:6379',
  ...[...services, 'migrate'].map(client => `${client} -> postgres:5432`),
  ...['booking', 'checkout', 'me', 'admin', 'migrate'].map(client => `${client} -> rabbitmq:5672`),
  ...['booking', 'checkout', 'migrate'].map(client => `${client} -> rabbitmq:15672`),
  ...podsOf(overlay).map(({ name }) => `${name} -> kube-dns:53`),
  ...(overlay === 'local'
    ? [
        'demo-data -> postgres:5432',
        'payment-simulator -> rabbitmq:5672',
        // The products service verifies no tokens of members.
        ...services.filter(service => service !== 'products').map(service => `${service} -> identity:9099`),
      ]
    : ofClusters),
]

const otherNamespace = (name: string, labels: Record<string, string> = {}): Endpoint => ({
  name,
  labels: {},
  namespace: { 'kubernetes.io/metadata.name': name, ...labels },
})

const dns: Endpoint = { ...otherNamespace('kube-system'), name: 'kube-dns', labels: { 'k8s-app': 'kube-dns' } }

/** Who is outside, with the labels that k8s/README.md asks for. */
const outside: Record<Overlay, Endpoint[]> = {
  local: [dns, otherNamespace('anything')],
  production: [
    dns,
    ...['cnpg-system', 'rabbitmq-system', 'redis-operator', 'keda', 'anything'].map(name => otherNamespace(name)),
    otherNamespace('ingress', { 'campstore/ingress': 'true' }),
    otherNamespace('monitoring', { 'campstore/monitoring': 'true' }),
  ],
}

/** Servers of production talk among themselves, and their operators, KEDA and Prometheus talk to them. */
const ofClusters = [
  ...[5432, 8000].flatMap(port => ['postgres', 'cnpg-system'].map(from => `${from} -> postgres:${port}`)),
  ...[4369, 25672, 35672].map(port => `rabbitmq -> rabbitmq:${port}`),
  'rabbitmq-system -> rabbitmq:15672',
  'keda -> rabbitmq:5672',
  'redis-operator -> redis:6379',
  'ingress -> gateway:8080',
  ...['gateway', ...services].map(name => `monitoring -> ${name}:9464`),
  'monitoring -> postgres:9187',
  'monitoring -> rabbitmq:15692',
  ...['gateway', ...services].map(name => `${name} -> monitoring:4318`),
  // The Kubernetes API, and the object store of the backups, whose addresses are not known here.
  ...['postgres', 'rabbitmq'].flatMap(from => outside.production.map(({ name }) => `${from} -> ${name}:443`)),
]

const ports = [53, 443, 4318, 4369, 5432, 5672, 6379, 8000, 8080, 9099, 9187, 9464, 15672, 15692, 25672, 35672]

describeOverlays('%s', overlay => {
  test('exactly who must may connect to whom', () => {
    const pods = podsOf(overlay)
    const pairs = [
      ...pods.flatMap(from => [...pods, ...outside[overlay]].map(to => ({ from, to }))),
      ...outside[overlay].flatMap(from => pods.map(to => ({ from, to }))),
    ]
    const allowed = pairs.flatMap(({ from, to }) =>
      ports.filter(port => mayConnect(overlay, from, to, port)).map(port => `${from.name} -> ${to.name}:${port}`),
    )
    expect(allowed.sort()).toEqual(connections(overlay).sort())
  })
})
