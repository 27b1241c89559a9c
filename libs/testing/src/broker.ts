import { randomBytes } from 'node:crypto'
import { type Management, managementClient } from '@campstore/local-servers/management'
import { z } from 'zod'
import { testServers } from './servers.ts'

const queues = z.array(z.object({ name: z.string(), type: z.string().default('classic') }))

/** A virtual host of tests. */
export type TestVhost = Omit<ReturnType<typeof nameTestVhost>, 'create'>

/** Creates a vhost in which the tests' user has all permissions. */
export async function createTestVhost(): Promise<TestVhost> {
  const { create, ...vhost } = nameTestVhost()
  await create()
  return vhost
}

/** The address of a vhost that `create` makes later. */
export function nameTestVhost() {
  const { rabbitmqUrl: url, rabbitmqManagementUrl: managementUrl } = testServers()
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  return {
    name,
    create: () => createVhost({ url, managementUrl }, name),
    url: vhostUrl(url, name),
    listQueues: async () => queues.parse(await manage('GET', `/api/queues/${name}`)),
    delete: async (): Promise<void> => void (await manage('DELETE', `/api/vhosts/${name}`)),
  }
}

/** Calls the management API of the test run's broker: `manage('GET', '/api/queues')`. */
export const manage = (method: Parameters<Management>[0], path: string, body?: object): Promise<unknown> =>
  managementClient(testServers().rabbitmqManagementUrl)(method, path.replace(/^\/api\//, ''), body)

/**
 * Creates a vhost in which the administrator of the management API has all permissions.
 *
 * @returns the address of the broker's vhost
 */
export async function createVhost(broker: { url: string; managementUrl: string }, name: string): Promise<string> {
  const call = managementClient(broker.managementUrl)
  await call('PUT', `vhosts/${name}`, {})
  const { username } = new URL(broker.managementUrl)
  await call('PUT', `permissions/${name}/${username}`, { configure: '.*', write: '.*', read: '.*' })
  return vhostUrl(broker.url, name)
}

const vhostUrl = (brokerUrl: string, name: string): string =>
  Object.assign(new URL(brokerUrl), { pathname: `/${name}` }).href
