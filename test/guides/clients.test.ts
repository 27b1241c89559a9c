import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
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

// The client as others get it: packed, installed in an empty folder, and used from Node and TypeScript. A client that a common
// generator makes of /openapi.json has exact types too, and works. Ours has the types of openapi-typescript.
const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

const folder = temporaryServerHome()
const system = useFixture(async () => {
  await install()
  return startSystem({ services: ['booking'], inProcess: true, processes: 1 })
})

/** The package is packed as it is published; its dependency is copied from this repository's own installation, so that no registry is asked. */
async function install(): Promise<void> {
  const packing = ['pack', '--silent', '--pack-destination', folder, '--workspace', 'libs/client']
  const { stdout } = await run('npm', packing, { cwd: root })
  await writeFile(join(folder, 'package.json'), '{}')
  const packages = [stdout.trim().split('\n').at(-1) ?? '', join(root, 'node_modules', 'ky')]
  const options = ['--offline', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, ...packages], { cwd: folder })
}

/** A program that books with our client. */
const program = `
import { CampstoreError, createClient } from '@campstore/client'

const [url, token, stay] = process.argv.slice(2)
const warnings = []
const campstore = createClient({ url, token: () => token, onWarning: warning => warnings.push(warning) })
const request = JSON.parse(stay)
const session = await campstore.booking.startCheckout(request)
const refused = await campstore.booking.startCheckout({ ...request, idempotencyKey: undefined }).catch(error => error)
const booked = []
for await (const { bookingId } of campstore.booking.listBookings.all()) booked.push(bookingId)
await campstore.booking.listCampgrounds({ colour: 'green' })
console.log(JSON.stringify({ session, booked, isTyped: refused instanceof CampstoreError, refused, warnings }))
`

test('books from Node', async () => {
  const campground = await openCampground(system.owner, { zones: [1] })
  const { token } = await createIdentity()
  await writeFile(join(folder, 'book.mjs'), program)
  const stay = stayAt(campground)
  const { stdout } = await run(process.execPath, ['book.mjs', system.url, token, JSON.stringify(stay)], { cwd: folder })
  const { session, booked, isTyped, refused, warnings } = JSON.parse(stdout)
  expect(session).toMatchObject({ campgroundId: campground.id, status: 'pending', checkoutStep: 'ready_to_pay' })
  expect(booked).toEqual([session.bookingId])
  expect(isTyped).toBe(true)
  expect(warnings).toEqual(['listCampgrounds does not know the parameter "colour".'])
  expect(refused).toMatchObject({
    code: 'ZONE_UNAVAILABLE',
    status: 409,
    operation: 'startCheckout',
    requestId: expect.any(String),
    idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const { rows } = await system.owner.query('select id from booking.booking where campground_id = $1', [campground.id])
  expect(rows).toEqual([{ id: session.bookingId }])
})

/** What the examples of the README use and do not declare. */
const prelude = `
import { booking, CampstoreError, type Client, createClient, createClientOf, products } from '@campstore/client'

declare const campstore: Client
declare const token: string
declare const file: File
declare const auth: { currentUser?: { getIdToken(renew?: boolean): Promise<string> } }
declare const request: Parameters<Client['booking']['startCheckout']>[0]
declare const bookingId: string
declare function show(what: unknown): void
declare function offerOtherDates(...reason: unknown[]): void
declare function offerToRepeat(again: typeof request): void
declare function report(...reason: unknown[]): void

// @ts-expect-error there is no such code
export const isTired = (error: CampstoreError): boolean => error.code === 'TIRED'
// @ts-expect-error there is no such operation
campstore.booking.bookEverything()
`

/** The examples of a page, each in its own function; the prelude has their imports. */
const examplesOf = (page: string): string[] =>
  [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(
    ([, example = ''], place) => `export async function example${place}() {\n${example.replace(/^import .*\n/gm, '')}}`,
  )

test('has every file that it exports', async () => {
  const installed = join(folder, 'node_modules/@campstore/client')
  const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const files = Object.values(exports).flatMap(target => Object.values(Object(target) as Record<string, string>))
  expect(files).not.toEqual([])
  for (const file of files) expect(existsSync(join(installed, file)), file).toBe(true)
})

test('the examples of its README compile in a browser application', async () => {
  const examples = examplesOf(await readFile(join(folder, 'node_modules/@campstore/client/README.md'), 'utf8'))
  expect(examples).toHaveLength(10)
  await writeFile(join(folder, 'typed.ts'), [prelude, ...examples].join('\n'))
  expect(await compile(folder, 'typed.ts', ['--exactOptionalPropertyTypes', '--lib', 'es2022,dom'])).toBe('')
})

/** Compiles a file as a strict browser application; resolves with the errors. */
async function compile(folder: string, file: string, more: string[]): Promise<string> {
  const strict = ['--strict', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  return run(join(root, 'node_modules/.bin/tsc'), [...strict, ...more, file], { cwd: folder }).then(outputOf, outputOf)
}

const outputOf = ({ stdout, message = '' }: { stdout: string; message?: string }): string => stdout || message

const generators = join(root, 'test/generators')

/** Installs the generator of package.json unless it is there: 60 MB, which nothing else needs. */
async function installGenerator(): Promise<void> {
  const stamp = join(generators, 'node_modules', '.campstore-versions')
  const versions = readFileSync(join(generators, 'package.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === versions) return
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: generators })
  await writeFile(stamp, versions)
}

/** A program that books a stay twice with the generated client: the second time, no site is left. */
const generatedProgram = `
import { listCampgrounds, startCheckout } from './hey-api'
import { client } from './hey-api/client.gen'

client.setConfig({ baseUrl: url, auth: () => token })
const { data: campgrounds } = await listCampgrounds({ throwOnError: true })
const { data: booked } = await startCheckout({ body: stay, throwOnError: true })
const { error: refused } = await startCheckout({ body: second })
report(campgrounds.data, booked.data, refused?.error.code === 'ZONE_UNAVAILABLE')`

/** What the program is given, and the types that the client must have. */
const generatedPrelude = `
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

test('a generated client compiles under strict, books a stay, and knows why a second one is refused', async () => {
  await installGenerator()
  const own = temporaryServerHome()
  await symlink(join(generators, 'node_modules'), join(own, 'node_modules'))
  const command = ['--input', fileURLToPath(documents.openapi), '--output', 'hey-api', '--silent']
  const environment = { ...process.env, DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' }
  await run(join(generators, 'node_modules/.bin/openapi-ts'), command, { cwd: own, env: environment })
  await writeFile(join(own, 'program.ts'), `${generatedPrelude}${generatedProgram}\n`)
  const libraries = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
  expect(await compile(own, 'program.ts', libraries)).toBe('')
  const expected = { found: true, bookingId: expect.any(String), status: 'pending', isRefused: true }
  expect(await bookBy(join(own, 'program.ts'))).toEqual(expected)
})

/** Runs the program for a campground with one site. */
async function bookBy(input: string): Promise<unknown> {
  const bundle = await rolldown({ input, platform: 'node' })
  const file = input.replace(/ts$/, 'mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  const [campground, { token }] = await Promise.all([openCampground(system.owner, { zones: [1] }), createIdentity()])
  const requests = JSON.stringify([stayAt(campground), stayAt(campground)])
  const { stdout } = await run(process.execPath, [file, system.url, token, campground.id, requests])
  return JSON.parse(stdout)
}
