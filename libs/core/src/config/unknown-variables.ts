import { closest, distance } from 'fastest-levenshtein'
import { fileVariable, givenVariables } from './environment.ts'
import known from './known-variables.json' with { type: 'json' }

export const secretVariables: readonly string[] = known.secret

const names = [...known.plain, ...known.secret]
const ours = [...names, ...known.secret.map(fileVariable)]
const knownNames = new Set([...ours, ...known.compose])

const prefixOf = (name: string): string => name.slice(0, name.indexOf('_') + 1)
const knownPrefixes = new Set(names.map(prefixOf).filter(prefix => prefix !== ''))

/** Of Node, Google's libraries, OpenTelemetry and the images of the servers, whose other variables are none of ours. */
const foreign =
  /^(?:NODE|GOOGLE|OTEL|POSTGRES)_|^RABBITMQ_(?:DEFAULT_\w+|NODENAME|ERLANG_COOKIE)$|^FIREBASE_(?:CONFIG|EMULATOR_\w+)$/

/** The variables that Kubernetes sets for a Service named `booking` unless a pod has `enableServiceLinks: false`. */
const serviceLink = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/

/** How many characters of a name may be wrong, and how long it must be at least, to be taken for a typing error. */
const typingErrors = 2
const leastLength = 8

/**
 * Variables that no process reads but that look like ours: they begin like one of ours, or differ from one by at most two
 * characters. Returns a sentence for each, with the name that is probably meant.
 */
export const unknownVariables = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(givenVariables(environment))
    .filter(name => !knownNames.has(name) && !serviceLink.test(name))
    .flatMap(name => {
      const nearest = closest(name, ours)
      const isNear = name.length >= leastLength && distance(name, nearest) <= typingErrors
      const looksLikeOurs = knownPrefixes.has(prefixOf(name)) && !foreign.test(name)
      if (!isNear && !looksLikeOurs) return []
      return [`${name} is not a configuration variable. Did you mean ${nearest}?`]
    })
    .toSorted()
