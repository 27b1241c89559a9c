import { execFileSync } from 'node:child_process'
import { localPassword } from '@campstore/core/config/local-defaults'

const published = /(?<host>\S+):(?<port>\d+)->(?<inside>\d+)\/tcp/g

/**
 * Where the system runs that `docker compose up` started in a folder, by the variable that each address stands for: what
 * docker-compose.yml publishes on this machine. Empty where it does not run, or where there is no Docker.
 *
 * @param environment COMPOSE_PROJECT_NAME, POSTGRES_PASSWORD and RABBITMQ_DEFAULT_PASS, if they are not the defaults
 */
export function composeSystem(directory: string, environment: NodeJS.ProcessEnv): Record<string, string> {
  return addressesFrom(listContainers(directory, environment.COMPOSE_PROJECT_NAME || 'campstore'), environment)
}

/** A line for each container: its service, a tab, its ports. */
function listContainers(directory: string, project: string): string {
  const filters = [`project=${project}`, `project.working_dir=${directory.replace(/\/$/, '')}`]
  const args = filters.flatMap(filter => ['--filter', `label=com.docker.compose.${filter}`])
  try {
    return execFileSync('docker', ['ps', ...args, '--format', '{{.Label "com.docker.compose.service"}}\t{{.Ports}}'], {
      encoding: 'utf8',
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

/** The addresses of {@link composeSystem} from the lines of {@link listContainers}. */
export function addressesFrom(lines: string, environment: NodeJS.ProcessEnv): Record<string, string> {
  const places = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const [service = '', ports = ''] = line.split('\t')
    for (const { groups } of ports.matchAll(published)) {
      const { host = '', port = '', inside = '' } = groups ?? {}
      const place = `${service}:${inside}`
      if (!places.has(place))
        places.set(place, `${/^(?:0\.0\.0\.0|\[?::\]?)$/.test(host) ? '127.0.0.1' : host}:${port}`)
    }
  }
  const address = (place: string, addressAt: (at: string) => string) => {
    const at = places.get(place)
    return at === undefined ? undefined : addressAt(at)
  }
  const postgres = `postgres:${encodeURIComponent(environment.POSTGRES_PASSWORD || localPassword)}`
  const rabbitmq = `campstore:${encodeURIComponent(environment.RABBITMQ_DEFAULT_PASS || localPassword)}`
  const amqp = address('rabbitmq:5672', at => `amqp://${rabbitmq}@${at}`)
  const variables = {
    PORT: places.get('gateway:8080')?.split(':').at(-1),
    FIREBASE_AUTH_EMULATOR_HOST: places.get('identity:9099'),
    DATABASE_ADMIN_URL: address('postgres:5432', at => `postgres://${postgres}@${at}/campstore`),
    RABBITMQ_URL: amqp,
    PAYMENT_BROKER_PASSWORD: amqp && (environment.PAYMENT_BROKER_PASSWORD || localPassword),
    RABBITMQ_ADMIN_URL: amqp,
    RABBITMQ_MANAGEMENT_URL: address('rabbitmq:15672', at => `http://${rabbitmq}@${at}`),
  }
  return Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
