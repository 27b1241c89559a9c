// cspell:ignore pkeyopt paramgen keyout
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import { identityOf } from '@campstore/local-servers/running-processes'
import type { Source } from '@campstore/local-servers/servers'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { expect, onTestFinished, test } from 'vitest'
import { serversOf } from './start/places.ts'
import { exitCodeOf, formatStatus, readStatus } from './status.ts'
import { recordSystem } from './system/record.ts'

/** A folder in which this process is the `npm start`, or another one that has left these processes. */
function startedFolder(owner = identityOf(process.pid), processes: object[] = []): string {
  const directory = temporaryServerHome()
  mkdirSync(join(directory, 'processes'))
  const content = { owner, processes, temporaryDirectories: [] }
  writeFileSync(join(directory, 'processes', '1.json'), JSON.stringify(content))
  return directory
}

async function listening(server: Server): Promise<number> {
  const { port, stop } = await listenOnLoopback(server)
  onTestFinished(() => void stop())
  return port
}

/** A process that answers each path with a status and the data of its health. */
const serviceWith = (status: number, data: object) =>
  listening(createServer((_, answer) => answer.writeHead(status).end(JSON.stringify({ success: false, data }))))

/** A server that answers the first bytes of each client, or none: as a frozen one, whose connections the kernel accepts. */
const answering = (answer?: string) =>
  listening(
    createTcpServer(socket => void socket.on('error', () => {}).once('data', () => answer && socket.end(answer))),
  )

/** Records processes and servers on these ports, and reads the status. */
async function statusOf(
  processes: Record<string, number>,
  servers: Record<string, number> = {},
  source: Source = 'environment',
  environment: NodeJS.ProcessEnv = {},
) {
  const directory = startedFolder()
  const url = (port: number) => `http://127.0.0.1:${port}`
  const record = {
    version: '1.2.3',
    processes: Object.entries(processes).map(([name, port]) => ({ name, url: url(port), readyPath: '/ready' })),
    servers: Object.entries(servers).map(([name, port]) => ({ name, address: `127.0.0.1:${port}`, source })),
    variables: {},
  }
  recordSystem(record, join(directory, 'system.json'))
  return readStatus(directory, environment)
}

test('a killed npm start whose processes go on: exit code 1, with their names', async () => {
  const left = { ...identityOf(process.pid), name: 'booking', stopSignal: 'SIGTERM', killSignal: 'SIGKILL' }
  const status = await readStatus(startedFolder({ pid: 999_999_999, startedAt: '1' }, [left]), {})
  expect(exitCodeOf(status)).toBe(1)
  expect(formatStatus(status)).toMatch(/npm run stop ends them:\n {2}booking \(pid \d+\)$/)
})

test('everything is ready: exit code 0, with version and address', async () => {
  const gateway = await serviceWith(200, { version: '1.2.4' })
  const status = await statusOf({ gateway }, { Redis: await answering('+PONG') })
  expect(exitCodeOf(status)).toBe(0)
  expect(formatStatus(status)).toMatch(
    new RegExp(`^npm start runs .*\n\n {2}gateway {2}ready {2}http://127.0.0.1:${gateway} +version 1.2.4\n`),
  )
})

test('a process that is not ready says why', async () => {
  const reasons = { database: 'password refused', broker: 'no answer' }
  const booking = await serviceWith(503, {
    status: 'down',
    database: 'down',
    migrations: 'up',
    broker: 'down',
    reasons,
  })
  const gateway = await serviceWith(503, { version: '1', services: { booking: 'down', me: 'up' } })
  const status = await statusOf({ gateway, booking, me: await freePort() })
  expect(exitCodeOf(status)).toBe(1)
  expect(status.processes.map(({ name, reason }) => [name, reason])).toEqual([
    ['gateway', 'booking down'],
    ['booking', 'database down: password refused, broker down: no answer'],
    ['me', expect.stringMatching(/^does not answer \(connect ECONNREFUSED/)],
  ])
})

test('a local server that has exited is not ready, also while another program listens on its port', async () => {
  const status = await statusOf({}, { Redis: await listening(createTcpServer()) }, 'local')
  expect([exitCodeOf(status), status.servers[0]?.reason]).toEqual([1, 'has exited, npm start restarts it'])
})

test('a process that is ready without a server says which, and why: exit code 1', async () => {
  const me = await serviceWith(200, { status: 'up', database: 'up', broker: 'down', reasons: { broker: 'disk alarm' } })
  const status = await statusOf({ me })
  expect([exitCodeOf(status), formatStatus(status)]).toEqual([
    1,
    expect.stringContaining('ready (broker down: disk alarm)'),
  ])
})

test('each server is judged by its own answer: frozen, full, stopped, or there', async () => {
  const frozen = await answering()
  const full = await answering("-OOM command not allowed when used memory > 'maxmemory'.")
  const address = { PostgreSQL: frozen, RabbitMQ: frozen, Redis: full, 'identity emulator': await freePort() }
  const { servers } = await statusOf({}, address)
  expect(servers.map(({ name, reason }) => [name, reason])).toEqual([
    ['PostgreSQL', 'no answer'],
    ['RabbitMQ', 'no answer'],
    ['Redis', 'memory full'],
    ['identity emulator', 'connection refused'],
  ])
})

test('a broker that answers is ready, although its management reports no alarms: it refuses, fails once, or is down', async () => {
  let asked = 0
  const fail = createServer((_, answer) => {
    asked += 1
    answer.writeHead(503).end()
  })
  for (const port of [await serviceWith(401, {}), await listening(fail), await freePort()]) {
    const environment = { RABBITMQ_MANAGEMENT_URL: `http://127.0.0.1:${port}` }
    const { servers } = await statusOf({}, { RabbitMQ: await answering('AMQP') }, 'environment', environment)
    expect(servers).toMatchObject([{ ready: true, reason: undefined }])
  }
  expect(asked).toBe(1)
})

test('a server with TLS is asked by TLS', async () => {
  const certificate =
    'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=localhost -keyout - -out -'
  const pem = execFileSync('openssl', certificate.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] })
  const server = createTlsServer({ key: pem, cert: pem }, socket => void socket.once('data', () => socket.end('+OK')))
  const url = `rediss://127.0.0.1:${await listening(server)}`
  const other = { url, adminUrl: url, managementUrl: url, source: 'environment' as const, paymentPassword: undefined }
  const servers = serversOf({ postgres: other, rabbitmq: other, redis: other, identity: { ...other, host: 'none' } })
  const directory = startedFolder()
  recordSystem({ version: '1', processes: [], servers, variables: {} }, join(directory, 'system.json'))
  const status = await readStatus(directory, {})
  expect(status.servers).toContainEqual(expect.objectContaining({ name: 'Redis', ready: true }))
})

test('a broker that does not answer is reported', async () => {
  const status = await statusOf({}, {}, 'environment', { RABBITMQ_URL: `amqp://127.0.0.1:${await freePort()}` })
  expect([exitCodeOf(status), formatStatus(status)]).toEqual([
    1,
    expect.stringMatching(/Cannot read the queues: .*ECONNREFUSED/),
  ])
})
