import { CliError, formatError } from '@campstore/local-servers/cli-error'
import { demoAccounts, demoPassword } from '@campstore/local-servers/identity'
import { z } from 'zod'

const signedIn = z.object({ idToken: z.string() })
const refused = z.object({ error: z.object({ message: z.string() }) })

/**
 * Signs a demonstration account in at the local identity emulator.
 *
 * @param host `host:port` of the emulator
 * @returns an ID token, good for an hour
 * @throws {CliError} when the account is unknown or the emulator is away
 */
export async function idTokenOf(email: string, host: string, password = demoPassword): Promise<string> {
  const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  }).catch(() => undefined)
  if (answer === undefined) throw new CliError(`no identity emulator answers at ${host}: start it with npm start`)
  const body: unknown = await answer.json().catch(() => undefined)
  const token = signedIn.safeParse(body)
  if (token.success) return token.data.idToken
  const reason = refused.safeParse(body).data?.error.message ?? `status ${answer.status}`
  if (reason === 'EMAIL_NOT_FOUND') throw new CliError(`no account ${email}; there are ${accountList}`)
  throw new CliError(`the identity emulator at ${host} refused ${email}: ${reason}`)
}

const accountList = demoAccounts.map(({ email }) => email).join(', ')

async function main(email: string | undefined): Promise<void> {
  if (email === undefined) throw new CliError(`whose token? npm run token -- <account>; there are ${accountList}`)
  const host = process.env.FIREBASE_AUTH_EMULATOR_HOST || `127.0.0.1:${process.env.IDENTITY_PORT || 9099}`
  process.stdout.write(`${await idTokenOf(email, host)}\n`)
}

if (import.meta.main) {
  await main(process.argv[2]).catch(error => {
    process.stderr.write(`${formatError(error)}\n`)
    process.exitCode = 1
  })
}
