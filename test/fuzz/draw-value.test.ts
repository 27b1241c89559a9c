import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { createRandom } from '../random-faults/random.ts'
import { drawValue, type ValueSource } from './draw-value.ts'
import { createKnownIds } from './known-ids.ts'
import { readOperations } from './operations.ts'

const withBody = readOperations().filter(({ body }) => body !== undefined)
const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)

const sourceOf = (seed: number, known = createKnownIds()): ValueSource => ({
  random: createRandom(seed),
  number: seed,
  caller: 'member',
  known,
  near: undefined,
  idTokens: ['token'],
})

test.each(withBody.map(({ id, body }) => [id, body]))('%s: every drawn body is as the schema says', (_, body) => {
  const schema = body?.schema ?? expect.fail()
  const validate = ajv.compile(schema)
  for (let seed = 1; seed <= 200; seed += 1) {
    const value = drawValue(schema, sourceOf(seed), '', body?.example)
    expect(validate(value), `${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`).toBe(true)
  }
})

test('takes ids from former answers', () => {
  const known = createKnownIds()
  known.learn('member', '/api/booking/campgrounds', [{ id: 'camp-pine', zones: [{ id: 'zone-lawn' }] }])
  const schema = {
    type: 'object',
    properties: {
      campgroundId: { type: 'string' },
      zones: {
        type: 'array',
        items: { type: 'object', properties: { zoneId: { type: 'string' } }, required: ['zoneId'] },
      },
    },
    required: ['campgroundId', 'zones'],
  }
  const drawn = Array.from({ length: 50 }, (_, seed) => JSON.stringify(drawValue(schema, sourceOf(seed, known))))
  expect(drawn.filter(text => text.includes('camp-pine') && text.includes('zone-lawn')).length).toBeGreaterThan(20)
})
