import { startContainer } from './docker.ts'
import { acceptsConnections, createDatabaseOf, localPostgresPassword } from './postgres.ts'
import { localRabbitmqUser } from './rabbitmq.ts'
import { pings } from './redis.ts'

/** The public images that the project runs on. */
export const images = { postgres: 'postgres:17', rabbitmq: 'rabbitmq:4-management', redis: 'redis:8' } as const

/** Starts PostgreSQL in a container. Its data stays in a volume of the container's name, unless it is throw-away. */
export async function postgresContainer(options: { name: string; port: number; throwAway: boolean }) {
  const { name, port, throwAway } = options
  const adminUrl = `postgres://postgres:${localPostgresPassword}@127.0.0.1:${port}/campstore`
  const container = await startContainer({
    name,
    image: images.postgres,
    publish: { 5432: port },
    environment: { POSTGRES_PASSWORD: localPostgresPassword },
    ...(throwAway ? {} : { volume: { name, path: '/var/lib/postgresql/data' } }),
    command: [
      'postgres',
      '-c',
      'max_connections=300',
      ...(throwAway ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off'] : []),
    ],
    answers: () => acceptsConnections(adminUrl),
  })
  await createDatabaseOf(adminUrl)
  return { ...container, adminUrl }
}

/** Starts RabbitMQ with its management in a container. Its data stays in a volume, unless it is throw-away. */
export async function rabbitmqContainer(options: {
  name: string
  port: number
  managementPort: number
  throwAway: boolean
}) {
  const { name, port, managementPort, throwAway } = options
  const login = `${localRabbitmqUser}:${localRabbitmqUser}`
  const container = await startContainer({
    name,
    image: images.rabbitmq,
    publish: { 5672: port, 15672: managementPort },
    environment: { RABBITMQ_DEFAULT_USER: localRabbitmqUser, RABBITMQ_DEFAULT_PASS: localRabbitmqUser },
    ...(throwAway ? {} : { volume: { name, path: '/var/lib/rabbitmq' } }),
    answers: () => listensFor(`http://127.0.0.1:${managementPort}/api/health/checks/port-listener/5672`, login),
  })
  return {
    ...container,
    url: `amqp://${login}@127.0.0.1:${port}`,
    managementUrl: `http://${login}@127.0.0.1:${managementPort}`,
  }
}

async function listensFor(url: string, login: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`
  const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(2_000) })
  return answer.ok
}

/** Starts Redis, which keeps nothing, in a container. */
export async function redisContainer(options: { name: string; port: number }) {
  const container = await startContainer({
    name: options.name,
    image: images.redis,
    publish: { 6379: options.port },
    command: ['redis-server', '--save', '', '--appendonly', 'no'],
    answers: () => pings(options.port),
  })
  return { ...container, url: `redis://127.0.0.1:${options.port}` }
}
