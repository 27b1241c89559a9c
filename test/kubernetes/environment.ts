import type { IConfigMap } from 'kubernetes-models/v1'
import { type Overlay, ofKind, type Workload } from './overlays.ts'
import { secretsOf } from './secrets.ts'

/** The environment of a workload's container, as the kubelet makes it: `envFrom`, then `env` in its order. */
export function environmentOf(overlay: Overlay, { name, pod }: Workload): Record<string, string> {
  const [container] = pod.containers
  const config = new Map(ofKind<IConfigMap>(overlay, 'ConfigMap').map(({ metadata, data }) => [metadata.name, data]))
  const secrets = secretsOf(overlay)
  const environment: Record<string, string> = {}
  for (const { configMapRef, secretRef } of container?.envFrom ?? []) {
    if (configMapRef) Object.assign(environment, config.get(configMapRef.name ?? ''))
    if (secretRef) Object.assign(environment, Object.fromEntries(secrets.get(secretRef.name ?? '') ?? []))
  }
  for (const { name: variable, value, valueFrom } of container?.env ?? []) {
    const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {}
    const given = value?.replaceAll(/\$\(([A-Z_]+)\)/g, (reference, other) => environment[other] ?? reference)
    environment[variable] = given ?? secrets.get(secret)?.get(key) ?? ''
    if (environment[variable].includes('$(')) throw new Error(`${name}: ${variable} refers to what is not defined.`)
  }
  return environment
}
