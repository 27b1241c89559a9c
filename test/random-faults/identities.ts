import { createAccounts } from '@campstore/local-servers/identity'
import { idTokenOf } from '../../tools/token.ts'

/** An account of the identity emulator; `token` signs it in when needed. */
export type Identity = { uid: string; email: string; role: Role; token: () => Promise<string> }

type Role = 'member' | 'operator' | 'warehouse'

/** A token is valid for an hour. */
const renewAfterMs = 40 * 60_000

/** Creates accounts of a role in the identity emulator, with verified e-mail addresses. */
export async function createIdentities(host: string, role: Role, count: number): Promise<Identity[]> {
  const names = Array.from({ length: count }, (_, number) => `${role}-${number}`)
  const accounts = names.map(uid => ({ uid, email: `${uid}@faults.test`, displayName: uid }))
  await createAccounts(host, accounts)
  return accounts.map(({ uid, email }) => ({ uid, email, role, token: renewing(() => idTokenOf(email, host)) }))
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
