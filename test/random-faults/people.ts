import { signIn } from '@campstore/local-servers/identity'
import { createIdentities } from '@campstore/testing/identity'

/** An account of the identity emulator; `token` signs it in when needed. */
export type Person = { uid: string; email: string; role: Role; token: () => Promise<string> }

type Role = 'member' | 'operator' | 'warehouse'

/** A token is valid for an hour. */
const renewAfterMs = 40 * 60_000

/** Creates accounts of a role in the identity emulator. */
export async function createPeople(host: string, role: Role, count: number): Promise<Person[]> {
  const names = Array.from({ length: count }, (_, number) => `${role}-${number}`)
  const identities = await createIdentities(
    names.map(uid => ({ uid })),
    host,
  )
  return identities.map(({ uid, email }) => ({ uid, email, role, token: renewing(() => signIn(host, { uid, email })) }))
}

function renewing(signIn: () => Promise<string>): () => Promise<string> {
  let token: Promise<string> | undefined
  let issuedAt = 0
  return () => {
    if (token !== undefined && Date.now() - issuedAt < renewAfterMs) return token
    issuedAt = Date.now()
    token = signIn()
    return token
  }
}
