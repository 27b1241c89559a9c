import { version } from '@campstore/core/version'
import { expect, test } from 'vitest'
import { startGateway } from '../src/testing/gateway-fixture.ts'

test('GET / says what this is, its version, and where its documents are', async () => {
  const { url } = await startGateway({})
  const answer = await fetch(`${url}/?utm_source=mail`)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      success: true,
      data: {
        name: 'campstore',
        description: expect.any(String),
        version,
        documents: {
          reference: '/docs',
          guides: '/docs/guides',
          openapi: '/openapi.json',
          asyncapi: '/asyncapi.json',
          health: '/health',
          console: '/staff',
        },
      },
    },
  ])
  expect(answer.headers.get('vary')).toContain('accept')
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})
