import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildClient } from '../build-client.ts'

test('the comment of an operation of the client says what it does, and with which codes it is refused', async () => {
  await buildClient()
  const [before = ''] = readFileSync('libs/client/src/generated/operations.ts', 'utf8').split('startCheckout:')
  expect(before.slice(before.lastIndexOf('/**'))).toMatch(
    /^\/\*\*\s+\* Holds campsites .*`POST \/api\/booking\/checkout\/sessions`.*@throws .*\bZONE_UNAVAILABLE\b/s,
  )
})
