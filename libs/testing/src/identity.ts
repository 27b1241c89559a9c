import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { testServers } from './servers.ts'

/** How an account differs from the usual one. */
type IdentityOptions = {
  email?: string
  /** Whether the e-mail address is verified; default true. */
  verified?: boolean
  uid?: string
  name?: string
  /** `password`, or a provider like `google.com`: it becomes the token's `sign_in_provider`. */
  provider?: string
}

/** A signed-in account of the Auth emulator. */
export type Identity = { uid: string; email: string; token: string }

const signedIn = z.object({ idToken: z.string(), localId: z.string() })
const batchResult = z.object({ error: z.array(z.object({ message: z.string() })).optional() })
const password = 'campstore'

/** Creates an account and signs it in. */
export async function createIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const [identity] = await createIdentities([options])
  if (identity === undefined) throw new Error('The emulator created no account')
  return identity
}

/** Creates many accounts with one call and signs them in, some at a time: hundreds take a few seconds. */
export async function createIdentities(options: readonly IdentityOptions[]): Promise<Identity[]> {
  const accounts = options.map(({ uid = randomUUID(), email = `${uid}@members.test`, ...rest }) => ({
    verified: true,
    provider: 'password',
    name: 'Test Member',
    ...rest,
    uid,
    email,
  }))
  const created = await call(`projects/${testServers().identityProject}/accounts:batchCreate`, {
    allowOverwrite: true,
    users: accounts.map(({ uid, email, verified, provider, name }) => ({
      localId: uid,
      email,
      emailVerified: verified,
      displayName: name,
      ...(provider === 'password'
        ? { rawPassword: password }
        : { providerUserInfo: [{ providerId: provider, rawId: uid, email, displayName: name }] }),
    })),
  })
  const failed = batchResult.parse(created).error?.[0]
  if (failed !== undefined) throw new Error(`The emulator did not create an account: ${failed.message}`)
  const identities: Identity[] = []
  for (let next = 0; next < accounts.length; next += 20) {
    identities.push(...(await Promise.all(accounts.slice(next, next + 20).map(signIn))))
  }
  return identities
}

type Account = { uid: string; email: string; verified: boolean; provider: string; name: string }

/** Signs an account in again: a new token for the same uid. */
async function signIn({ uid, email, verified, provider, name }: Account): Promise<Identity> {
  const claims = { sub: uid, email, email_verified: verified, name, iss: '', aud: '', exp: 0, iat: 0 }
  const answer =
    provider === 'password'
      ? await call('accounts:signInWithPassword', { email, password, returnSecureToken: true })
      : await call('accounts:signInWithIdp', {
          requestUri: 'http://localhost',
          postBody: new URLSearchParams({ providerId: provider, id_token: JSON.stringify(claims) }).toString(),
          returnSecureToken: true,
          returnIdpCredential: true,
        })
  const { idToken, localId } = signedIn.parse(answer)
  return { uid: localId, email, token: idToken }
}

async function call(path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(
    `http://${testServers().identityHost}/identitytoolkit.googleapis.com/v1/${path}?key=test`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
