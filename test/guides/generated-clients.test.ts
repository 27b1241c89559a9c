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

// A client that a common generator makes of /openapi.json has exact types and works. Ours has the types of openapi-typescript.
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const generators = join(root, 'test/generators')

const folder = temporaryServerHome()
const system = useFixture(async () => {
  await install()
  await symlink(join(generators, 'node_modules'), join(folder, 'node_modules'))
  return startSystem({ services: ['booking'], inProcess: true, processes: 1 })
})

/** Installs the generator of package.json unless it is there: 60 MB, which nothing else needs. */
async function install(): Promise<void> {
  const stamp = join(generators, 'node_modules', '.campstore-versions')
  const versions = readFileSync(join(generators, 'package.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === versions) return
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: generators })
  await writeFile(stamp, versions)
}

/** A program that books a stay twice: the second time, no site is left. */
const program = `
import { listCampgrounds, startCheckout } from './hey-api'
import { client } from './hey-api/client.gen'

client.setConfig({ baseUrl: url, auth: () => token })
const { data: campgrounds } = await listCampgrounds({ throwOnError: true })
const { data: booked } = await startCheckout({ body: stay, throwOnError: true })
const { error: refused } = await startCheckout({ body: second })
report(campgrounds.data, booked.data, refused?.error.code === 'ZONE_UNAVAILABLE')`

/** What the program is given, and the types that the client must have. */
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

test('compiles under strict, books a stay, and knows why a second one is refused', async () => {
  const command = ['--input', fileURLToPath(documents.openapi), '--output', 'hey-api', '--silent']
  const environment = { ...process.env, DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' }
  await run(join(generators, 'node_modules/.bin/openapi-ts'), command, { cwd: folder, env: environment })
  await writeFile(join(folder, 'program.ts'), `${prelude}${program}\n`)
  const strict = ['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const options = [...strict, '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  const compiled = run(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder })
  expect(await compiled.then(outputOf, outputOf)).toBe('')
  expect(await book()).toEqual({ found: true, bookingId: expect.any(String), status: 'pending', isRefused: true })
})

/** Runs the program for a campground with one site. */
async function book(): Promise<unknown> {
  const bundle = await rolldown({ input: join(folder, 'program.ts'), platform: 'node' })
  const file = join(folder, 'program.mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [1] }), createIdentity()])
  const requests = JSON.stringify([stayAt(campground), stayAt(campground)])
  const { stdout } = await run(process.execPath, [file, system.url, token, campground.id, requests])
  return JSON.parse(stdout)
}

const outputOf = ({ stdout, message = '' }: { stdout: string; message?: string }): string => stdout || message
