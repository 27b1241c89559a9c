import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createIdentities, createIdentity } from './identity.ts'

test('an identity is what was asked for', async () => {
  const { token } = await createIdentity({ uid: 'asked-for', email: 'asked@for.test', verified: false })
  expect(decodeJwt(token)).toMatchObject({ sub: 'asked-for', email: 'asked@for.test', email_verified: false })
})

test('an identity of another provider keeps its uid', async () => {
  const { token } = await createIdentity({ uid: 'by-google', email: 'by@google.test', provider: 'google.com' })
  expect(decodeJwt(token)).toMatchObject({ sub: 'by-google', firebase: { sign_in_provider: 'google.com' } })
})

test('two hundred members are there within ten seconds', { timeout: 10_000 }, async () => {
  const members = await createIdentities(Array.from({ length: 200 }, () => ({})))
  expect(new Set(members.map(({ uid }) => uid)).size).toBe(200)
})
