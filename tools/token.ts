import { parseJson } from '@campstore/core/parse-json'
import { CliError } from '@campstore/local-servers/cli-error'
import { demoAccounts, signInByPassword } from '@campstore/local-servers/identity'
import { z } from 'zod'
import { parseCommandLine, requiredAddress, runCommand } from './command.ts'

const signedIn = z.object({ idToken: z.string() })
const refused = z.object({ error: z.object({ message: z.string() }) })

/**
 * Signs a demonstration account in at an identity emulator (`host:port`); its ID token is valid for an hour.
 *
 * @throws {CliError} when the account does not exist or the emulator does not answer
 */
export async function idTokenOf(email: string, host: string): Promise<string> {
  const response = await signInByPassword(host, email).catch(() => undefined)
  if (response === undefined) throw new CliError(`No identity emulator responds at ${host}. Start it with npm start.`)
  const body = parseJson(response.text)
  const token = signedIn.safeParse(body)
  if (token.success) return token.data.idToken
  const reason = refused.safeParse(body).data?.error.message ?? `status ${response.status}`
  if (reason === 'EMAIL_NOT_FOUND') {
    throw new CliError(
      `There is no account ${email}. The accounts: ${demoAccounts.map(account => account.email).join(', ')}`,
    )
  }
  throw new CliError(`The identity emulator at ${host} refused ${email}: ${reason}`)
}

if (import.meta.main) {
  await runCommand((args, environment) => {
    const [email = ''] = parseCommandLine('token', args, {}, 1).positionals
    return idTokenOf(email, requiredAddress(environment, 'FIREBASE_AUTH_EMULATOR_HOST'))
  })
}
