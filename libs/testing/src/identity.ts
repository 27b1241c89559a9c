import { randomUUID } from 'node:crypto'
import { createAccounts, signIn } from '@campstore/local-servers/identity'
import { testServers } from './servers.ts'

/** How an account differs from the usual one. */
type IdentityOptions = Partial<Parameters<typeof createAccounts>[1][number]>

/** A signed-in account of the Auth emulator. */
export type Identity = { uid: string; email: string; token: string }

/** Creates an account and signs it in. */
export async function createIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const [identity] = await createIdentities([options])
  if (identity === undefined) throw new Error('The emulator created no account')
  return identity
}

/**
 * Creates many accounts with one call and signs them in, some at a time: hundreds take a few seconds.
 *
 * @param host `host:port` of the emulator, default the emulator of the test run
 */
export async function createIdentities(
  options: readonly IdentityOptions[],
  host: string = testServers().identityHost,
): Promise<Identity[]> {
  const accounts = options.map(({ uid = randomUUID(), email = `${uid}@members.test`, ...rest }) => ({
    displayName: 'Test Member',
    ...rest,
    uid,
    email,
  }))
  await createAccounts(host, accounts)
  const identities: Identity[] = []
  for (let next = 0; next < accounts.length; next += 20) {
    const some = accounts.slice(next, next + 20)
    const tokens = await Promise.all(some.map(account => signIn(host, account)))
    identities.push(...some.map(({ uid, email }, index) => ({ uid, email, token: tokens[index] ?? '' })))
  }
  return identities
}
