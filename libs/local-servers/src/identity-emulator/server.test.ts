import { get } from 'node:http'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { createIdentityEmulator } from './server.ts'

const projectId = 'demo-emulator-test'
const server = useFixture(() =>
  listenOnLoopback(createIdentityEmulator({ projectId, onLoopback: true, log: () => {} })),
)
const toolkit = '/identitytoolkit.googleapis.com/v1'

const send = (path: string, body: object | string = {}, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
/** Status and code of the refusal. */
async function refusalOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { message: string; status?: string } }
  return `${response.status} ${error.status ?? error.message}`
}

test.each<[expected: string, ...Parameters<typeof send>]>([
  ['403 PERMISSION_DENIED', `${toolkit}/accounts:signUp`],
  ['401 UNAUTHENTICATED', `${toolkit}/accounts:signUp`, {}, { authorization: 'Bearer x' }],
  ['403 PERMISSION_DENIED', `${toolkit}/projects/${projectId}/accounts:lookup`],
  ['404 NOT_FOUND', '/nowhere'],
  ['501 NOT_IMPLEMENTED', `${toolkit}/accounts:signInWithCustomToken?key=k`],
  ['501 NOT_IMPLEMENTED', `${toolkit}/accounts:constructor?key=k`],
  ['400 INVALID_ARGUMENT', `${toolkit}/accounts:signUp?key=k`, '{'],
  ['400 INVALID_ARGUMENT', `${toolkit}/accounts:signUp?key=k`, { email: {} }],
  ['400 MISSING_ID_TOKEN', `${toolkit}/accounts:lookup?key=k`, { localId: ['x'] }],
  ['400 INSUFFICIENT_PERMISSION', `${toolkit}/accounts:update?key=k`, { idToken: 'x', customAttributes: '{}' }],
  [
    '400 INVALID_REFRESH_TOKEN',
    '/securetoken.googleapis.com/v1/token?key=k',
    { grant_type: 'refresh_token', refresh_token: 'x' },
  ],
])('refuses with %s: POST %s %j', async (expected, path, ...request) => {
  expect(await refusalOf(await send(path, ...request))).toBe(expected)
})

test('hides which addresses have an account, where it is configured to', async () => {
  const signIn = () =>
    send(`${toolkit}/accounts:signInWithPassword?key=k`, { email: 'no@campstore.test', password: 'x' })
  const configure = (enableImprovedEmailPrivacy: boolean) =>
    fetch(`${server.url}/emulator/v1/projects/${projectId}/config`, {
      method: 'PATCH',
      body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy } }),
    })
  await configure(true)
  expect(await refusalOf(await signIn())).toBe('400 INVALID_LOGIN_CREDENTIALS')
  await configure(false)
  expect(await refusalOf(await signIn())).toBe('400 EMAIL_NOT_FOUND')
})

test('answers pages of this machine and no others', async () => {
  const allowed = async (origin: string, method = 'GET') => {
    const { status, headers } = await fetch(server.url, { method, headers: { origin } })
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

test('answers under names of this machine and no others', async () => {
  const statusUnder = (host: string) =>
    new Promise((resolve, reject) => {
      get(server.url, { headers: { host } }, answer => resolve(answer.resume().statusCode)).on('error', reject)
    })
  expect([await statusUnder('localhost:9099'), await statusUnder('evil.test:9099')]).toEqual([200, 403])
})

test('refuses a body that is too large', async () => {
  expect((await send(`${toolkit}/accounts:signUp?key=k`, 'x'.repeat(10_000_001))).status).toBe(413)
})

test('an account that cannot be written as JSON does not end the process', async () => {
  const path = `${toolkit}/projects/${projectId}/accounts`
  const headers = { authorization: 'Bearer owner' }
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const body = `{"users":[{"localId":"deep","providerUserInfo":[{"providerId":"a","rawId":"b","deep":${deep}}]}]}`
  expect((await send(`${path}:batchCreate`, body, headers)).status).toBe(200)
  for (let times = 0; times < 2; times += 1)
    expect((await fetch(`${server.url}${path}:batchGet?maxResults=9`, { headers })).status).toBe(500)
})
