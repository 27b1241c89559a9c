import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createIdentityEmulator } from './server.ts'

const projectId = 'demo-emulator-test'
const answer = z.object({
  error: z.object({ code: z.number(), message: z.string(), status: z.string().optional() }).optional().catch(undefined),
  idToken: z.string().default(''),
  refreshToken: z.string().default(''),
  localId: z.string().default(''),
  oobLink: z.string().default(''),
  oobCodes: z.array(z.object({ requestType: z.string(), oobCode: z.string() })).default([]),
  users: z.array(z.object({ customAttributes: z.string().optional() })).default([]),
})

/** Starts ours on a free port. */
async function startEmulator(): Promise<string> {
  const server = createIdentityEmulator({ projectId, onLoopback: true, log: () => {} }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The names of fields, without their values: `{idToken users:[{localId}]}`. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length === 0 ? '' : shapeOf(value[0])}]`
  if (typeof value !== 'object' || value === null) return ''
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => (typeof field === 'object' ? `${name}:${shapeOf(field)}` : name)).join(' ')}}`
}

/** Sends the same requests to any emulator. Returns each name with status and shape, or the code of the refusal. */
async function playScript(host: string): Promise<string> {
  const played: string[] = []
  const send = async (name: string, path: string, init: RequestInit, readsBody = true) => {
    const response = await fetch(`http://${host}${path}`, { redirect: 'manual', ...init })
    const body: unknown = await response.json().catch(() => ({}))
    const parsed = answer.parse(body)
    const { message = '', status = '' } = parsed.error ?? {}
    // What follows the code is an explanation.
    const refusal = status || message.replace(/ : .*/, '')
    played.push(`${name}: ${response.status} ${readsBody ? (response.ok ? shapeOf(body) : refusal) : ''}`.trim())
    return parsed
  }
  const json = (body: object, headers = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const owner = { authorization: 'Bearer owner' }
  const toolkit = '/identitytoolkit.googleapis.com/v1'
  const client = (name: string, call: string, body: object) =>
    send(name, `${toolkit}/accounts:${call}?key=k`, json(body))
  const admin = (name: string, call: string, body: object) =>
    send(name, `${toolkit}/projects/${projectId}/accounts${call}`, json(body, owner))
  const own = (name: string, method: string, path: string, body?: object) =>
    send(name, `/emulator/v1/projects/${projectId}/${path}`, {
      ...json(body ?? {}),
      method,
      body: body && JSON.stringify(body),
    })
  const refresh = (name: string, token: string) =>
    send(name, '/securetoken.googleapis.com/v1/token?key=k', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    })
  const idp = (name: string, claims: object | string) =>
    client(name, 'signInWithIdp', {
      requestUri: 'http://localhost',
      postBody: `providerId=google.com&id_token=${encodeURIComponent(typeof claims === 'string' ? claims : JSON.stringify(claims))}`,
      returnSecureToken: true,
      returnIdpCredential: true,
    })
  const ann = { email: 'Ann@campstore.test', password: 'first-password', returnSecureToken: true }

  await own('accounts are deleted', 'DELETE', 'accounts')
  await own('configuration', 'GET', 'config')
  await send('without a key', `${toolkit}/accounts:signUp`, json(ann))
  await send('as another', `${toolkit}/accounts:signUp`, json(ann, { authorization: 'Bearer x' }))
  await send('without rights', `${toolkit}/projects/${projectId}/accounts:lookup`, json({}))
  await send('unknown path', '/nowhere', {})
  await send('not JSON', `${toolkit}/accounts:signUp?key=k`, { ...json({}), body: '{' })
  await client('wrong type', 'signUp', { email: {} })

  const { idToken, localId, refreshToken } = await client('sign up', 'signUp', ann)
  await client('sign up again', 'signUp', ann)
  await client('sign up, weak password', 'signUp', { email: 'b@campstore.test', password: 'short' })
  await client('sign up, no password', 'signUp', { email: 'b@campstore.test' })
  await client('sign up, no address', 'signUp', { password: 'a-password' })
  await client('sign up, bad address', 'signUp', { email: 'b', password: 'a-password' })
  await client('sign up, own id', 'signUp', { ...ann, localId: 'x' })
  await client('anonymous', 'signUp', { returnSecureToken: true })
  const header = decodeProtectedHeader(idToken)
  played.push(`token: ${header.alg} ${shapeOf(decodeJwt(idToken))} ${decodeJwt(idToken).iss} ${idToken.endsWith('.')}`)

  await client('sign in', 'signInWithPassword', ann)
  await client('sign in, wrong password', 'signInWithPassword', { ...ann, password: 'x' })
  await client('sign in, unknown', 'signInWithPassword', { ...ann, email: 'nobody@campstore.test' })
  await client('sign in, no password', 'signInWithPassword', { email: ann.email })
  await client('sign in, bad address', 'signInWithPassword', { ...ann, email: 'ann' })
  await own('hide addresses', 'PATCH', 'config', { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } })
  await client('sign in, wrong, hidden', 'signInWithPassword', { ...ann, password: 'x' })
  await client('sign in, unknown, hidden', 'signInWithPassword', { ...ann, email: 'nobody@campstore.test' })
  await client('reset, unknown, hidden', 'sendOobCode', { requestType: 'PASSWORD_RESET', email: 'no@campstore.test' })
  await own('show addresses', 'PATCH', 'config', { emailPrivacyConfig: { enableImprovedEmailPrivacy: false } })

  await refresh('refresh', refreshToken)
  await refresh('refresh, unknown', 'x')
  await refresh('refresh, none', '')
  await client('look up', 'lookup', { idToken })
  await client('look up, no token', 'lookup', {})
  await client('look up, bad token', 'lookup', { idToken: 'x' })
  await client('profile', 'update', { idToken, displayName: 'Ann', photoUrl: 'http://localhost/a.png' })
  await client('no display name', 'update', { idToken, deleteAttribute: ['DISPLAY_NAME'] })
  await client('claims by a member', 'update', { idToken, customAttributes: '{}' })
  await client('disabled by a member', 'update', { idToken, disableUser: true })
  await client('update without account', 'update', { displayName: 'x' })

  await client('ask to verify', 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await client('ask for a reset', 'sendOobCode', { requestType: 'PASSWORD_RESET', email: ann.email })
  await client('ask for a reset, unknown', 'sendOobCode', { requestType: 'PASSWORD_RESET', email: 'no@campstore.test' })
  await client('ask for nothing', 'sendOobCode', { idToken })
  await client('ask for the link', 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken, returnOobLink: true })
  const { oobCodes } = await own('codes', 'GET', 'oobCodes')
  const codeOf = (type: string) => oobCodes.findLast(({ requestType }) => requestType === type)?.oobCode
  await client('verify', 'update', { oobCode: codeOf('VERIFY_EMAIL') })
  await client('verify again', 'update', { oobCode: codeOf('VERIFY_EMAIL') })
  await client('read a reset', 'resetPassword', { oobCode: codeOf('PASSWORD_RESET') })
  await client('reset, weak', 'resetPassword', { oobCode: codeOf('PASSWORD_RESET'), newPassword: 'x' })
  const link = {
    requestType: 'VERIFY_EMAIL',
    email: ann.email,
    returnOobLink: true,
    continueUrl: 'http://localhost/done',
  }
  const { oobLink } = await admin('link to verify', ':sendOobCode', link)
  await send('follow the link', new URL(oobLink).pathname + new URL(oobLink).search, {}, false)
  await send('follow it again', new URL(oobLink).pathname + new URL(oobLink).search, {}, false)
  const move = { requestType: 'VERIFY_AND_CHANGE_EMAIL', email: ann.email, newEmail: 'moved@campstore.test' }
  const moved = await admin('link to move', ':sendOobCode', { ...move, returnOobLink: true })
  await client('move', 'update', { oobCode: new URL(moved.oobLink).searchParams.get('oobCode') })
  await client('sign in, moved', 'signInWithPassword', { ...ann, email: 'moved@campstore.test' })

  await admin('create', '', {
    localId: 'uid-1',
    email: 'bo@campstore.test',
    password: 'a-password',
    phoneNumber: '+886900',
  })
  await admin('create again', '', { localId: 'uid-1' })
  await admin('create, same address', '', { email: 'bo@campstore.test' })
  await admin('create, same telephone', '', { phoneNumber: '+886900' })
  await admin('create, bad telephone', '', { phoneNumber: '0900' })
  await admin('read', ':lookup', { localId: ['uid-1'] })
  await admin('read by address', ':lookup', { email: ['bo@campstore.test'] })
  await admin('read an unknown', ':lookup', { localId: ['x'] })
  await admin('give claims', ':update', { localId: 'uid-1', customAttributes: '{"role":"admin"}' })
  await admin('give reserved claims', ':update', { localId: 'uid-1', customAttributes: '{"sub":"x"}' })
  await admin('give bad claims', ':update', { localId: 'uid-1', customAttributes: '[' })
  await admin('give long claims', ':update', { localId: 'uid-1', customAttributes: `{"a":"${'x'.repeat(1000)}"}` })
  const bo = { email: 'bo@campstore.test', password: 'a-password', returnSecureToken: true }
  const withClaims = await client('sign in with claims', 'signInWithPassword', bo)
  played.push(`claims: ${decodeJwt(withClaims.idToken).role} ${shapeOf(decodeJwt(withClaims.idToken))}`)
  await admin('disable', ':update', { localId: 'uid-1', disableUser: true })
  await client('sign in, disabled', 'signInWithPassword', bo)
  await client('look up, disabled', 'lookup', { idToken: withClaims.idToken })
  await refresh('refresh, disabled', withClaims.refreshToken)
  await admin('enable', ':update', { localId: 'uid-1', disableUser: false })
  await admin('revoke', ':update', { localId: 'uid-1', validSince: Math.floor(Date.now() / 1000) + 60 })
  await client('look up, revoked', 'lookup', { idToken: withClaims.idToken })
  await admin('update an unknown', ':update', { localId: 'x', displayName: 'x' })
  await admin('update none', ':update', { displayName: 'x' })
  await admin('address of another', ':update', { localId: 'uid-1', email: 'moved@campstore.test' })

  const imported = [
    { localId: 'uid-2', email: 'cy@campstore.test', rawPassword: 'a-password', emailVerified: true, displayName: 'Cy' },
    { localId: 'uid-3', providerUserInfo: [{ providerId: 'google.com', rawId: 'g-1', email: 'di@campstore.test' }] },
    { email: 'nobody@campstore.test' },
    { localId: 'uid-4', email: 'bo@campstore.test' },
  ]
  await admin('import', ':batchCreate', { users: imported, allowOverwrite: true })
  await admin('import none', ':batchCreate', { users: [] })
  const list = `${toolkit}/projects/${projectId}/accounts:batchGet?maxResults=1&nextPageToken=uid-1`
  await send('list', list, { headers: owner })
  await idp('sign in by Google, imported', { sub: 'g-1', email: 'di@campstore.test', email_verified: true, name: 'Di' })
  await idp('sign in by Google, new', { sub: 'g-2', email: 'ed@campstore.test', email_verified: true, name: 'Ed' })
  await idp('sign in by Google, own address', { sub: 'g-3', email: 'cy@campstore.test', email_verified: true })
  await idp('sign in by Google, unproven address', { sub: 'g-4', email: 'bo@campstore.test', email_verified: false })
  await idp('sign in by Google, no subject', { email: 'ed@campstore.test' })
  await idp('sign in by Google, bad token', 'x')
  await client('sign in by Google, no address', 'signInWithIdp', { postBody: 'providerId=google.com' })

  const cy = await client('sign in, imported', 'signInWithPassword', { ...bo, email: 'cy@campstore.test' })
  await client('new password', 'update', { idToken: cy.idToken, password: 'another-password', returnSecureToken: true })
  await admin('delete', ':delete', { localId: 'uid-1' })
  await admin('delete again', ':delete', { localId: 'uid-1' })
  await client('delete without token', 'delete', {})
  const last = await client('sign up for once', 'signUp', { ...ann, email: 'once@campstore.test' })
  await client('new address', 'update', {
    idToken: last.idToken,
    email: 'later@campstore.test',
    returnSecureToken: true,
  })
  const { idToken: current } = await client('sign in, new address', 'signInWithPassword', {
    ...ann,
    email: 'later@campstore.test',
  })
  await client('delete oneself', 'delete', { idToken: current })
  await client('look up, deleted', 'lookup', { idToken: current })
  await refresh('refresh, deleted', last.refreshToken)
  played.push(`id: ${localId.length}`)
  return `${played.join('\n')}\n`
}

const answers = 'official-answers.txt'
const official = process.env.IDENTITY_EMULATOR_OFFICIAL ?? ''

test("answers as Firebase's emulator does", async () => {
  await expect(await playScript(await startEmulator())).toMatchFileSnapshot(answers)
})

test.skipIf(official === '')("the recorded answers are those of Firebase's emulator", async () => {
  await expect(await playScript(official)).toMatchFileSnapshot(answers)
})

test('answers pages of this machine and no others', async () => {
  const host = await startEmulator()
  const allowed = async (origin: string, method = 'GET') => {
    const { status, headers } = await fetch(`http://${host}/`, { method, headers: { origin } })
    return { status, allows: headers.get('access-control-allow-origin') }
  }
  for (const origin of ['http://localhost:8080', 'http://127.0.0.1:3000', 'http://[::1]:5173']) {
    expect(await allowed(origin)).toEqual({ status: 200, allows: origin })
    expect(await allowed(origin, 'OPTIONS')).toEqual({ status: 204, allows: origin })
  }
  for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test'])
    for (const method of ['GET', 'OPTIONS'])
      expect(await allowed(origin, method)).toEqual({ status: 403, allows: null })
})

test('refuses a body that is too large', async () => {
  const url = `http://${await startEmulator()}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`
  const { status } = await fetch(url, { method: 'POST', body: 'x'.repeat(10_000_001) })
  expect(status).toBe(413)
})
