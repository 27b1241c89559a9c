import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bookingDetailSchema } from '@campstore/contract/booking/schemas'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { recordedProcesses } from '@campstore/local-servers/pid-file'
import { freePortRange } from '@campstore/local-servers/ports'
import { startProcess, untilReady } from '@campstore/local-servers/processes'
import { signal } from '@campstore/local-servers/running-processes'
import { deleteServerData } from '@campstore/local-servers/servers'
import { inDays } from '@campstore/testing/campground'
import { inherited } from '@campstore/testing/processes'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildConsole } from '../../tools/build-console.ts'
import { projectDirectory } from '../../tools/command.ts'
import { portsBesideGateway } from '../../tools/start/settings.ts'
import { exitCodeOf, readStatus } from '../../tools/status.ts'
import { readSystemRecord } from '../../tools/system/record.ts'
import { idTokenOf } from '../../tools/token.ts'
import { audit } from '../system/audit.ts'
import { makeOverdue, stayAt } from '../system/campground.ts'
import { clientOf, kindOf, sessionOf } from '../system/client.ts'
import { nextRelease } from '../upgrade/releases.ts'

const servers = ['PostgreSQL', 'RabbitMQ', 'Redis', 'identity emulator']

/** All sites of a zone of the demonstration data, for nights without bookings. */
const wholeZone = { zones: [{ zoneId: 'saddle-lake-group', quantity: 2 }] }
const stay = () =>
  stayAt({ id: 'saddle-lake', zoneIds: [] }, { ...wholeZone, checkIn: inDays(60), checkOut: inDays(62) })

/** Runs `npm start` in its own folder. */
async function runNpmStart() {
  await buildConsole() // once for all tests, and not again by npm start
  const folder = nextRelease()
  for (const name of ['data', 'docs']) symlinkSync(join(projectDirectory, name), join(folder, name))
  const local = join(folder, '.local')
  recordProcessesOfThisRun(local)
  const port = await freePortRange(1 + portsBesideGateway)
  const log = join(folder, 'npm-start.log')
  const output = () => readFileSync(log, 'utf8')
  const start = startProcess({
    name: 'npm start',
    command: process.execPath,
    args: [join(folder, 'tools', 'start.ts')],
    cwd: folder,
    env: {
      ...inherited(),
      DOCKER_HOST: process.env.DOCKER_HOST,
      ECPAY_CHECKOUT_URL: 'https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5', // so that no payment simulator is started
      PORT: String(port),
    },
    output: { file: log },
    stopWithinMs: 600_000,
  })
  onTestFinished(async () => {
    await start.stop()
    await deleteServerData({ home: local, label: String(port) })
  })
  await untilReady(start, { answers: async () => output().includes('campstore is running'), log })
  const { variables = {} } = readSystemRecord(join(local, 'system.json')) ?? {}
  return { start, local, output, variables, status: () => readStatus(local, variables) }
}

type NpmStart = Awaited<ReturnType<typeof runNpmStart>>

/** Started processes are also recorded where this test run, when interrupted, finds the processes to kill. */
function recordProcessesOfThisRun(local: string): void {
  const ofThisRun = process.env.CAMPSTORE_PID_FILES
  if (ofThisRun === undefined) return
  const recorded = join(ofThisRun, `npm-start-${process.pid}`)
  mkdirSync(recorded, { recursive: true })
  mkdirSync(local)
  symlinkSync(recorded, join(local, 'processes'))
}

const signIn = async ({ variables }: NpmStart) =>
  clientOf(
    `http://127.0.0.1:${variables.PORT}`,
    await idTokenOf('member@campstore.test', variables.FIREBASE_AUTH_EMULATOR_HOST ?? ''),
  )

/** Kills every process of every server at once, as the kernel does when memory is short. */
function killServers({ local }: NpmStart): void {
  for (const { pid, name } of recordedProcesses(join(local, 'processes')))
    if (servers.some(server => name.startsWith(server))) signal(-pid, 'SIGKILL')
}

test('servers of npm start that are killed run again by themselves; a hold is kept and expires; a stop restarts nothing', async () => {
  const system = await runNpmStart()
  const { output, status } = system
  const owner = tolerateLosses(new pg.Pool({ connectionString: system.variables.DATABASE_ADMIN_URL, max: 1 }))
  onTestFinished(() => owner.end())
  const held = sessionOf(await (await signIn(system)).checkout(stay()))

  killServers(system)
  for (const name of servers) {
    await expect.poll(output, { interval: 500 }).toContain(`\n${name} runs again\n`)
    expect(output()).toMatch(new RegExp(`^${name} exited \\(.*(SIGKILL|137).*\\), restarting in 1 s$`, 'm'))
  }
  await expect.poll(async () => exitCodeOf(await status()), { interval: 1_000 }).toBe(0)

  const member = await signIn(system)
  const read = async () => bookingDetailSchema.parse((await member.get(`/api/booking/bookings/${held.bookingId}`)).data)
  expect(await read()).toMatchObject({ status: 'pending', checkoutExpiresAt: held.checkoutExpiresAt })
  await expect
    .poll(async () => (await status()).queues, { interval: 1_000 })
    .toContainEqual({ name: 'booking.hold.900s', messages: 1 })
  expect(kindOf(await member.checkout(stay()))).toBe('409 ZONE_UNAVAILABLE')

  await makeOverdue(owner, [held.bookingId])
  await expect.poll(async () => (await read()).status, { interval: 500 }).toBe('cancelled')
  expect(kindOf(await member.checkout(stay()))).toBe('200')
  expect(await audit(owner)).toEqual([])

  await system.start.stop()
  expect(await system.start.exited).toBe('exit code 143')
  expect(output().split('\nStopping\n')[1]).not.toMatch(/exited|restart/)
  expect(recordedProcesses(join(system.local, 'processes'))).toEqual([])
})
