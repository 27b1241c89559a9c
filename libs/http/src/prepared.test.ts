import { route } from '@campstore/contract/route'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { prepared } from './prepared.ts'
import type { ResponseCheck } from './respond.ts'
import { serve } from './testing/serve.ts'

const declared = { name: 'thing', summary: 'A thing', path: '/things', access: 'public', errors: [] } as const
const shown = { shape: 'object', data: z.strictObject({ id: z.string() }) } as const
const things = route({ ...declared, ...shown, method: 'GET' })

async function answerOf(bound: Endpoint, responseCheck: ResponseCheck = 'strict') {
  const url = await serve({ endpoints: [bound], responseCheck })
  const response = await fetch(url + bound.route.path, { method: bound.route.method })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('a body that was prepared', () => {
  const body = '{ "success": true, "data": { "id": "a" } }'
  const broken = '{"success":true,"data":{"id":7}}'
  const answering = (json: string) => endpoint(things, async () => prepared(json))

  test.each<ResponseCheck>(['strict', 'sampled', 'off'])('is sent unchanged, as JSON: %s', async check => {
    const answer = await answerOf(answering(body), check)
    expect(answer).toEqual({ status: 200, type: 'application/json; charset=utf-8', text: body })
  })

  test('strict: one that does not match the declaration fails', async () => {
    expect(await answerOf(answering(broken), 'strict')).toMatchObject({ status: 500 })
  })
})

describe('the status of success', () => {
  test('201 where the route declares it', async () => {
    const create = route({ ...declared, ...shown, method: 'POST', successStatus: 201 })
    const answer = await answerOf(endpoint(create, async () => ({ id: 'a' })))
    expect(answer).toMatchObject({ status: 201, text: '{"success":true,"data":{"id":"a"}}' })
  })

  test('204 has no body and no content type', async () => {
    const remove = route({ ...declared, method: 'DELETE', shape: 'object', data: z.undefined(), successStatus: 204 })
    expect(await answerOf(endpoint(remove, async () => undefined))).toEqual({ status: 204, type: null, text: '' })
  })
})
