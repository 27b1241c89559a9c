import type { IExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1'
import type { ISecret } from 'kubernetes-models/v1'
import { passwordVariables } from '../../tools/configuration/tool-variables.ts'
import { soundEnvironment } from '../configuration/sound-environment.ts'
import { type Overlay, ofKind } from './overlays.ts'

/** Secrets with their keys and values. */
type Secrets = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What the operators of production make: the owner and the certificate authority of the database, the broker's administrator. */
const ofOperators: Readonly<Record<string, Record<string, string>>> = {
  'postgres-app': { username: 'campstore', password: 'made-by-the-operator-of-postgresql' },
  'postgres-ca': { 'ca.crt': 'certificate' },
  'rabbitmq-default-user': { username: 'default_user', password: 'made-by-the-operator-of-rabbitmq' },
}

/** A value that the process which reads it accepts; the store of the cluster is not known here. */
const example = (key: string): string => soundEnvironment[key] ?? 'a-password-of-our-own'

/** Passwords come all together. */
const keysOf = (spec: IExternalSecret['spec']): string[] =>
  spec?.dataFrom ? Object.keys(passwordVariables) : (spec?.data?.map(({ secretKey }) => secretKey) ?? [])

const fromExternal = (overlay: Overlay): (readonly [string, Map<string, string>])[] =>
  ofKind<IExternalSecret>(overlay, 'ExternalSecret').map(({ metadata, spec }) => [
    spec?.target?.name ?? metadata.name,
    new Map(keysOf(spec).map(key => [key, example(key)])),
  ])

const decode = (data: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]))

/** The secrets that pods of an overlay can refer to. Values from outside are examples. */
export function secretsOf(overlay: Overlay): Secrets {
  const own = ofKind<ISecret>(overlay, 'Secret').map(
    ({ metadata, data }) => [metadata.name, decode(data ?? {})] as const,
  )
  if (overlay === 'local') return new Map(own)
  const made = Object.entries(ofOperators).map(([name, data]) => [name, new Map(Object.entries(data))] as const)
  return new Map([...own, ...made, ...fromExternal(overlay)])
}
