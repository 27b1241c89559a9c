import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CliError } from './cli-error.ts'
import { portFreed } from './ports.ts'
import { startProcess, untilReady } from './processes.ts'

/** The emulator's project. Projects that begin with `demo-` never reach the real service. */
export const identityProject = 'demo-campstore'

const emulatorProgram = fileURLToPath(new URL('identity-main.ts', import.meta.url))

/** Password of every demonstration account. */
export const demoPassword = 'campstore'

const account = (name: string, displayName: string) => ({
  uid: `demo-${name}`,
  email: `${name}@campstore.test`,
  displayName,
})

/** The accounts that exist after every start, always with the same uids. */
export const demoAccounts = [
  account('member', 'Demo Member'),
  account('hiker', 'Demo Hiker'),
  account('admin', 'Demo Admin'),
  account('operator', 'Demo Operator'),
  account('warehouse', 'Demo Warehouse'),
  account('inactive', 'Demo Inactive'),
] as const

/**
 * Starts the identity emulator with the demonstration accounts. It stores nothing: accounts are created again at each start.
 *
 * @returns with `host`, the value for FIREBASE_AUTH_EMULATOR_HOST on this machine
 * @throws {CliError} when it does not start
 */
export async function startIdentity(options: { dataDirectory: string; port: number; log?: string }) {
  const { dataDirectory, port, log = join(dataDirectory, 'identity.log') } = options
  await portFreed(port, 'identity emulator')
  mkdirSync(dataDirectory, { recursive: true })
  const server = startProcess({
    name: 'identity emulator',
    command: process.execPath,
    args: [emulatorProgram],
    cwd: dataDirectory,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    output: { file: log },
    stopWithinMs: 3_000,
  })
  const host = `127.0.0.1:${port}`
  const [{ email }] = demoAccounts
  await untilReady(server, { answers: async () => (await signInByPassword(host, email)).status === 200, log })
  return { host, exited: server.exited, stop: server.stop, kill: server.kill }
}

/** Creates the demonstration accounts, or resets existing ones. */
export const createDemoAccounts = (host: string): Promise<void> => createAccounts(host, demoAccounts)

/** An account of the emulator. */
export type Account = {
  uid: string
  email: string
  displayName: string
  /** Whether the e-mail address is verified; default true. */
  verified?: boolean
  /** `password` by default, or a provider like `google.com`: it becomes the token's `sign_in_provider`. */
  provider?: string
}

/**
 * Creates accounts with the password of the demonstration accounts, or resets existing ones.
 *
 * @throws {CliError} when the emulator refuses
 */
export async function createAccounts(host: string, accounts: readonly Account[]): Promise<void> {
  const users = accounts.map(({ uid, email, displayName, verified = true, provider }) => ({
    localId: uid,
    email,
    displayName,
    emailVerified: verified,
    ...(provider === undefined
      ? { rawPassword: demoPassword }
      : { providerUserInfo: [{ providerId: provider, rawId: uid, email, displayName }] }),
  }))
  const body = { users, allowOverwrite: true }
  const { status, text } = await callIdentity(host, `projects/${identityProject}/accounts:batchCreate`, body)
  if (status !== 200 || batchResult.parse(JSON.parse(text)).error?.length)
    throw new CliError(`The identity emulator at ${host} did not create the accounts: ${text}`)
}

const batchResult = z.object({ error: z.array(z.unknown()).optional() })

/**
 * Signs an account in.
 *
 * @returns an ID token, valid for an hour
 * @throws {CliError} when the emulator refuses
 */
export async function signIn(
  host: string,
  account: Omit<Account, 'displayName'> & { displayName?: string },
): Promise<string> {
  const { uid, email, verified = true, provider, displayName: name } = account
  const claims = { sub: uid, email, email_verified: verified, name, iss: '', aud: '', exp: 0, iat: 0 }
  const byProvider = {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({ providerId: provider ?? '', id_token: JSON.stringify(claims) }).toString(),
    returnIdpCredential: true,
    returnSecureToken: true,
  }
  const { status, text } = await (provider === undefined
    ? signInByPassword(host, email)
    : callIdentity(host, 'accounts:signInWithIdp', byProvider))
  if (status !== 200) throw new CliError(`The identity emulator at ${host} refused ${email}: ${text}`)
  return z.object({ idToken: z.string() }).parse(JSON.parse(text)).idToken
}

/** Signs in to the emulator with the account's password; returns the response. */
export const signInByPassword = (host: string, email: string) =>
  callIdentity(host, 'accounts:signInWithPassword', { email, password: demoPassword, returnSecureToken: true })

async function callIdentity(host: string, path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/${path}?key=local`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
