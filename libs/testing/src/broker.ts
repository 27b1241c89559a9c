import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { testServers } from './servers.ts'
import { eventually } from './waiting.ts'

const queues = z.array(
  z.object({
    name: z.string(),
    type: z.string().default('classic'),
    durable: z.boolean(),
    arguments: z.record(z.string(), z.unknown()).default({}),
    /** As of the last statistics, some seconds old; undefined before the first. */
    messages: z.number().optional(),
    consumers: z.number().optional(),
  }),
)
const connections = z.array(z.object({ name: z.string() }))

/** A queue as the broker's management lists it. */
type ListedQueue = z.output<typeof queues>[number]

/** A virtual host of one test file. */
export type TestVhost = {
  name: string
  url: string
  listQueues(): Promise<ListedQueue[]>
  /** Closes the connections to this vhost, as a restarting broker does; waits until there is one. */
  closeConnections(): Promise<number>
  delete(): Promise<void>
}

/** Creates a vhost in which the tests' user has all permissions. */
export async function createTestVhost(): Promise<TestVhost> {
  const { rabbitmqUrl } = testServers()
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const { username } = new URL(rabbitmqUrl)
  await manage('PUT', `/api/vhosts/${name}`, {})
  await manage('PUT', `/api/permissions/${name}/${username}`, { configure: '.*', write: '.*', read: '.*' })
  const url = new URL(rabbitmqUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    listQueues: async () => queues.parse(await manage('GET', `/api/queues/${name}`)),
    closeConnections: () => closeConnections(name),
    delete: async () => {
      await manage('DELETE', `/api/vhosts/${name}`)
    },
  }
}

async function closeConnections(vhost: string): Promise<number> {
  // A connection is listed some time after it is open.
  const open = await eventually(async () => {
    const listed = connections.parse(await manage('GET', `/api/vhosts/${vhost}/connections`))
    if (listed.length === 0) throw new Error('no connection is listed')
    return listed
  }, 100)
  await Promise.all(open.map(({ name }) => manage('DELETE', `/api/connections/${encodeURIComponent(name)}`)))
  return open.length
}

/**
 * Calls the broker's management API.
 *
 * @throws {Error} when it refuses; to delete what does not exist is no error
 */
export async function manage(method: string, path: string, body?: unknown): Promise<unknown> {
  const { origin, username, password } = new URL(testServers().rabbitmqManagementUrl)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok && !(method === 'DELETE' && answer.status === 404)) {
    throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  }
  return text === '' || !answer.ok ? undefined : JSON.parse(text)
}
