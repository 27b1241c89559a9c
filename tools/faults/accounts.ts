import { CliError } from '@campstore/local-servers/cli-error'
import { demoPassword, identityProject } from '@campstore/local-servers/identity'
import { idTokenOf } from '../token.ts'

/** An account that can sign in. */
export type Account = { uid: string; email: string; token: () => Promise<string> }

/** A token is good for an hour. */
const renewAfterMs = 40 * 60_000

/**
 * Makes accounts in the identity emulator, with verified e-mails, and signs each in when its token is first asked for, and
 * again before it runs out.
 */
export async function createAccounts(host: string, names: readonly string[]): Promise<Account[]> {
  const users = names.map(name => ({
    localId: name,
    email: `${name}@faults.test`,
    displayName: `Fault run ${name}`,
    emailVerified: true,
    rawPassword: demoPassword,
  }))
  const answer = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/projects/${identityProject}/accounts:batchCreate`,
    {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ users, allowOverwrite: true }),
    },
  )
  if (!answer.ok)
    throw new CliError(`The identity emulator at ${host} did not create the accounts: ${await answer.text()}`)
  return users.map(({ localId, email }) => ({ uid: localId, email, token: renewed(() => idTokenOf(email, host)) }))
}

function renewed(signIn: () => Promise<string>): () => Promise<string> {
  let token: Promise<string> | undefined
  let issuedAt = 0
  return () => {
    if (token === undefined || Date.now() - issuedAt > renewAfterMs) {
      issuedAt = Date.now()
      token = signIn()
    }
    return token
  }
}
