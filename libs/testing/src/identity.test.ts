import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createIdentities, createIdentity } from './identity.ts'

test('an identity has the given claims', async () => {
  const { token } = await createIdentity({ uid: 'given', email: 'given@members.test', verified: false })
  expect(decodeJwt(token)).toMatchObject({ sub: 'given', email: 'given@members.test', email_verified: false })
})

test('an identity of another provider has the given uid', async () => {
  const { token } = await createIdentity({ uid: 'by-google', email: 'by@google.test', provider: 'google.com' })
  expect(decodeJwt(token)).toMatchObject({ sub: 'by-google', firebase: { sign_in_provider: 'google.com' } })
})

test('many identities are created at once', async () => {
  const members = await createIdentities(Array.from({ length: 50 }, () => ({})))
  expect(new Set(members.map(({ uid }) => uid)).size).toBe(50)
})
