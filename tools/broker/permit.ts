import type { Management } from '@campstore/local-servers/management'
import type { Permissions } from '@campstore/messaging/permissions'
import { z } from 'zod'

export type BrokerUser = {
  name: string
  permissions: Permissions
  /** Whether it reads its queues in the management API. */
  readsManagement?: boolean
}

const storedUser = z.object({
  password_hash: z.string(),
  hashing_algorithm: z.string().optional(),
  /** A text with commas before RabbitMQ 3.9. */
  tags: z.union([z.string(), z.array(z.string()).transform(tags => tags.join(','))]),
})

/**
 * Makes a user of the broker, or changes the password of one; returns whether the user has a password.
 *
 * @param password undefined keeps the user's password; a new user has none
 * @param tags rights of the user in the management API
 */
export async function prepareUser(
  manage: Management,
  name: string,
  password: string | undefined,
  tags: '' | 'management' = '',
): Promise<boolean> {
  const path = `users/${name}`
  if (password !== undefined) {
    await manage('PUT', path, { password, tags })
    return true
  }
  const stored = await manage('GET', path)
  if (stored !== undefined) {
    const user = storedUser.parse(stored)
    if (user.tags !== tags) await manage('PUT', path, { ...user, tags })
    return user.password_hash !== ''
  }
  await manage('PUT', path, { password_hash: '', tags })
  return false
}

/** Joins patterns into the one regular expression that the broker expects; without patterns nothing matches. */
const patternOf = (patterns: readonly string[]): string => `^(?:${patterns.join('|')})$`

/** Gives a user its rights, and no others; `vhost` is percent-encoded. */
export async function permit(manage: Management, vhost: string, { name, permissions }: BrokerUser): Promise<void> {
  const { configure, write, read, routingKeys = {}, bindingKeys = {} } = permissions
  await manage('PUT', `permissions/${vhost}/${name}`, {
    configure: patternOf(configure),
    write: patternOf(write),
    read: patternOf(read),
  })
  const keysOf = (keys: readonly string[] | undefined) => (keys ? patternOf(keys) : '.*')
  for (const exchange of new Set([...Object.keys(routingKeys), ...Object.keys(bindingKeys)])) {
    await manage('PUT', `topic-permissions/${vhost}/${name}`, {
      exchange,
      write: keysOf(routingKeys[exchange]),
      read: keysOf(bindingKeys[exchange]),
    })
  }
}
