import { expect, test } from 'vitest'
import { overview } from '../src/overview.ts'
import { startGateway } from '../src/testing/gateway-fixture.ts'

test('GET / says what this is, its version, and where its documents are', async () => {
  const { url } = await startGateway({})
  const answer = await fetch(`${url}/?utm_source=mail`)
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: overview }])
  expect(answer.headers.get('vary')).toContain('accept')
  expect(overview.version).toMatch(/^\d+\.\d+\.\d+$/)
})
