import { createAccounts } from '@campstore/local-servers/identity'
import { idTokenOf } from '../token.ts'

/** An account of the identity emulator; `token` signs it in when needed. */
export type Identity = { uid: string; email: string; token: () => Promise<string> }

/** A token is valid for an hour. */
const renewAfterMs = 40 * 60_000

/** Creates accounts in the identity emulator, with verified e-mail addresses. */
export async function createIdentities(host: string, names: readonly string[]): Promise<Identity[]> {
  const accounts = names.map(name => ({ uid: name, email: `${name}@faults.test`, displayName: name }))
  await createAccounts(host, accounts)
  return accounts.map(({ uid, email }) => ({ uid, email, token: renewing(() => idTokenOf(email, host)) }))
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
