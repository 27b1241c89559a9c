import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { documents } from '@campstore/contract/documents'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { openCampground } from '@campstore/testing/campground'
import { createIdentity } from '@campstore/testing/identity'
import { useFixture } from '@campstore/testing/use-fixture'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { startSystem } from '../system/system.ts'

// Clients that common generators make of /openapi.json: they compile under strict, have exact types, and work.
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const generators = join(root, 'test/generators')

const folder = temporaryServerHome()
const system = useFixture(async () => {
  await install()
  await symlink(join(generators, 'node_modules'), join(folder, 'node_modules'))
  return startSystem({ services: ['booking'], inProcess: true, processes: 1 })
})

/** Installs the generators of package.json unless they are there: 60 MB, which nothing else needs. */
async function install(): Promise<void> {
  const stamp = join(generators, 'node_modules', '.campstore-versions')
  const versions = readFileSync(join(generators, 'package.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === versions) return
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: generators })
  await writeFile(stamp, versions)
}

/** Each generator with its command and a program that books a stay twice: the second time, no site is left. */
const clients = {
  'hey-api': {
    command: (document: string) => ['openapi-ts', '--input', document, '--output', 'hey-api', '--silent'],
    program: `
import { listCampgrounds, startCheckout } from './hey-api'
import { client } from './hey-api/client.gen'

client.setConfig({ baseUrl: url, auth: () => token })
const { data: campgrounds } = await listCampgrounds({ throwOnError: true })
const { data: booked } = await startCheckout({ body: stay, throwOnError: true })
const { error: refused } = await startCheckout({ body: second })
report(campgrounds.data, booked.data, refused?.error.code === 'ZONE_UNAVAILABLE')`,
  },
  'openapi-typescript': {
    command: (document: string) => ['openapi-typescript', document, '--output', 'openapi-typescript.ts'],
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript'

const client = createClient<paths>({ baseUrl: url, headers: { authorization: \`Bearer \${token}\` } })
const { data: campgrounds } = await client.GET('/api/booking/campgrounds')
const { data: booked } = await client.POST('/api/booking/checkout/sessions', { body: stay })
const { error: refused } = await client.POST('/api/booking/checkout/sessions', { body: second })
if (!campgrounds || !booked) throw new Error('No campgrounds, or no booking.')
report(campgrounds.data, booked.data, refused?.error.code === 'ZONE_UNAVAILABLE')`,
  },
}
type Name = keyof typeof clients
const names = Object.keys(clients) as Name[]

/** What every program is given, and the types that its client must have. */
const prelude = `
const [url = '', token = '', campground = '', requests = '[]'] = process.argv.slice(2)
type Stay = Record<'campgroundId' | 'checkIn' | 'checkOut' | 'idempotencyKey', string> & {
  guestCount: number
  zones: { zoneId: string; quantity: number }[]
  paymentMethod: 'gateway-credit'
}
const [stay, second]: [Stay, Stay] = JSON.parse(requests)
type Booked = { bookingId: string; status: 'pending' | 'confirmed' | 'completed' | 'cancelled'; checkoutExpiresAt: string }
function report(campgrounds: { id: string }[], { bookingId, status }: Booked, isRefused: boolean): void {
  console.log(JSON.stringify({ found: campgrounds.some(({ id }) => id === campground), bookingId, status, isRefused }))
}
declare const process: { argv: string[] }
`

async function generate(): Promise<void> {
  const document = fileURLToPath(documents.openapi)
  const options = { cwd: folder, env: { ...process.env, DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' } }
  for (const name of names) {
    const { command, program } = clients[name]
    const [binary = '', ...args] = command(document)
    await run(join(generators, 'node_modules/.bin', binary), args, options)
    await writeFile(join(folder, `${name}-program.ts`), `${prelude}${program}\n`)
  }
}

test('compile under strict, and each books a stay and knows why a second one is refused', async () => {
  await generate()
  const tsc = join(root, 'node_modules/.bin/tsc')
  const options = ['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const programs = names.map(name => `${name}-program.ts`)
  const compiled = run(tsc, [...options, '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', ...programs], {
    cwd: folder,
  })
  expect(await compiled.then(outputOf, outputOf)).toBe('')
  for (const name of names) expect([name, await book(name)]).toEqual([name, expected])
})

const expected = { found: true, bookingId: expect.any(String), status: 'pending', isRefused: true }

/** Runs the program of a client for a campground with one site. */
async function book(name: Name): Promise<unknown> {
  const bundle = await rolldown({ input: join(folder, `${name}-program.ts`), platform: 'node' })
  await bundle.write({ file: join(folder, `${name}-program.mjs`), format: 'esm' })
  await bundle.close()
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [1] }), createIdentity()])
  const requests = JSON.stringify([stayAt(campground), stayAt(campground)])
  const program = join(folder, `${name}-program.mjs`)
  const { stdout } = await run(process.execPath, [program, system.url, token, campground.id, requests])
  return JSON.parse(stdout)
}

const outputOf = ({ stdout, message = '' }: { stdout: string; message?: string }): string => stdout || message
