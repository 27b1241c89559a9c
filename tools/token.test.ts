import { demoAccounts } from '@campstore/local-servers/identity'
import { freePort } from '@campstore/local-servers/ports'
import { testServers } from '@campstore/testing/servers'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { idTokenOf } from './token.ts'

test.each(demoAccounts)('$email signs in with its fixed uid and a verified e-mail', async ({ email, uid }) => {
  const claims = decodeJwt(await idTokenOf(email, testServers().identityHost))
  expect(claims).toMatchObject({ sub: uid, email, email_verified: true, aud: 'demo-campstore' })
})

test('an unknown account is reported with the list of accounts', async () => {
  await expect(idTokenOf('nobody@campstore.test', testServers().identityHost)).rejects.toThrow(
    'There is no account nobody@campstore.test. The accounts: member@campstore.test, hiker@campstore.test',
  )
})

test('an unreachable emulator is reported with how to start it', async () => {
  const host = `127.0.0.1:${await freePort()}`
  await expect(idTokenOf('member@campstore.test', host)).rejects.toThrow(
    `No identity emulator answers at ${host}. Start it with npm start.`,
  )
})
