import { randomBytes } from 'node:crypto'
import { eventsExchange } from '@campstore/contract/messages/events'
import type { Management } from '@campstore/local-servers/management'
import { exactly, type Permissions, startingWith, subscriptionKeys } from '@campstore/messaging/permissions'
import { z } from 'zod'
import { permit, prepareUser } from './permit.ts'
import { brokerUserOf } from './users.ts'

/** Receives some events on its own queues, which begin with the name, and nothing else. */
const subscriberPermissions = (name: string, keys: readonly string[]): Permissions => ({
  configure: [startingWith(`${name}.`)],
  write: [startingWith(`${name}.`)],
  read: [startingWith(`${name}.`), exactly(eventsExchange)],
  routingKeys: { [eventsExchange]: [] },
  bindingKeys: { [eventsExchange]: subscriptionKeys(keys) },
})

/**
 * Makes a user that hears events, or changes which; returns the password where it is a new one. `vhost` is percent-encoded.
 *
 * @param subscriber.keys event types, where `*` stands for one word
 */
export async function addSubscriber(
  manage: Management,
  vhost: string,
  { name, keys, newPassword }: { name: string; keys: readonly string[]; newPassword: boolean },
): Promise<{ user: string; password?: string }> {
  const user = brokerUserOf(name)
  const hasPassword = !newPassword && (await prepareUser(manage, user, undefined))
  const password = hasPassword ? undefined : randomBytes(18).toString('base64url')
  if (password !== undefined) await prepareUser(manage, user, password)
  await permit(manage, vhost, { name: user, permissions: subscriberPermissions(name, keys) })
  return { user, ...(password !== undefined && { password }) }
}

const listed = z.array(z.object({ name: z.string() }))

/** Removes a user with its queues, which would otherwise grow without end; undefined where there is none. */
export async function removeSubscriber(
  manage: Management,
  vhost: string,
  name: string,
): Promise<{ user: string; queues: string[] } | undefined> {
  const user = brokerUserOf(name)
  if ((await manage('GET', `users/${user}`)) === undefined) return undefined
  await manage('DELETE', `users/${user}`)
  const queues = listed.parse(await manage('GET', `queues/${vhost}?columns=name`)).map(queue => queue.name)
  const own = queues.filter(queue => queue.startsWith(`${name}.`))
  for (const queue of own) await manage('DELETE', `queues/${vhost}/${encodeURIComponent(queue)}`)
  return { user, queues: own }
}
