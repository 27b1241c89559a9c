import { gzipSync } from 'node:zlib'
import type { HttpRequest } from '@campstore/testing/send'
import { withJson } from '../bad-requests/declared-routes.ts'
import { badValues, placesIn } from '../bad-requests/places.ts'
import type { Random } from '../random-faults/random.ts'
import type { Draft } from './draft.ts'
import { sample } from './draw-value.ts'
import { hasBody, type Mutation, oddJson, oddNumbers, oddTexts } from './mutation.ts'

const textOf = ({ body }: HttpRequest): string => (typeof body === 'string' ? body : '{}')

/** One place of the body has another JSON text. */
function replaceField(
  draft: Draft,
  valid: HttpRequest,
  random: Random,
  jsonOf: (name: string) => string | undefined,
): HttpRequest {
  const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
  if (places.length === 0) return { ...valid, body: jsonOf('') ?? '' }
  const { path, name } = random.pick(places)
  return { ...valid, body: withJson(draft.body, path, jsonOf(name)) }
}

/** What is done to bodies. */
export const bodyMutations: readonly Mutation[] = [
  {
    name: 'a field that the schema refuses',
    applies: hasBody,
    change: (draft, valid, random) => {
      const places = placesIn(draft.operation.body?.schema ?? {}).filter(({ path }) => path.length > 0)
      if (places.length === 0) return valid
      const place = random.pick(places)
      const values = badValues(place)
      return values.length === 0
        ? valid
        : { ...valid, body: withJson(draft.body, place.path, random.pick(values).json) }
    },
  },
  {
    name: 'a field with any JSON',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => sample(oddJson, random)),
  },
  {
    name: 'a field with an odd text',
    applies: hasBody,
    change: (draft, valid, random) =>
      replaceField(draft, valid, random, () => JSON.stringify(sample(oddTexts, random))),
  },
  {
    name: 'a field with an odd number',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => random.pick(oddNumbers)),
  },
  {
    name: 'a missing field',
    applies: hasBody,
    change: (draft, valid, random) => replaceField(draft, valid, random, () => undefined),
  },
  {
    name: 'a field more',
    applies: hasBody,
    change: (_, valid, random) => {
      const name = random.pick(['surplus', '__proto__', 'id', 'customerId', 'status', 'total', 'toString', ''])
      const field = `${JSON.stringify(name)}:${sample(oddJson, random)}`
      return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field},`) }
    },
  },
  {
    name: 'a field twice',
    applies: hasBody,
    change: (_, valid, random) => {
      const [field = '"x"'] = /"\w+"/.exec(textOf(valid)) ?? []
      return { ...valid, body: textOf(valid).replace(/^\{(?=")/, () => `{${field}:${sample(oddJson, random)},`) }
    },
  },
  {
    name: 'any JSON',
    applies: hasBody,
    change: (_, valid, random) => ({ ...valid, body: sample(oddJson, random) }),
  },
  {
    name: 'damaged JSON',
    applies: hasBody,
    change: (_, valid, random) => {
      const text = textOf(valid)
      const at = random.below(text.length)
      const damage = random.pick(['', '}', ',', '"', '\\', '\0', '\u2028', '/*', 'NaN', '\ufeff'])
      return { ...valid, body: text.slice(0, at) + damage + text.slice(random.chance(0.5) ? at : at + 1) }
    },
  },
  {
    name: 'damaged bytes',
    applies: hasBody,
    change: (_, valid, random) => {
      const bytes = Buffer.from(textOf(valid))
      bytes[random.below(bytes.length)] = 0x80 + random.below(0x80)
      return { ...valid, body: bytes }
    },
  },
  {
    name: 'another content type',
    applies: hasBody,
    change: (_, valid, random) => {
      const odd = [
        'text/plain',
        'application/json; charset=utf-16',
        'application/xml',
        '',
        'application/json;;',
        'a/b, c/d',
      ]
      return { ...valid, headers: { ...valid.headers, 'content-type': random.pick(odd) } }
    },
  },
  {
    name: 'compressed, or said to be',
    applies: hasBody,
    change: (_, valid, random) => ({
      ...valid,
      headers: { ...valid.headers, 'content-encoding': random.pick(['gzip', 'br', 'deflate', 'identity', 'rot13']) },
      body: random.chance(0.5) ? gzipSync(textOf(valid)) : valid.body,
    }),
  },
]
