import { type BrokerUser, patternOf } from '@campstore/messaging/permissions'
import { z } from 'zod'
import type { Management } from './management.ts'

const storedUser = z.object({ password_hash: z.string() })

/**
 * Makes a user of the broker, or changes the password of one.
 *
 * @param password undefined keeps that of the user, and makes a new one without
 * @returns whether the user has a password
 */
export async function prepareUser(manage: Management, name: string, password: string | undefined): Promise<boolean> {
  const path = `users/${name}`
  if (password !== undefined) {
    await manage('PUT', path, { password, tags: '' })
    return true
  }
  const stored = await manage('GET', path)
  if (stored !== undefined) return storedUser.parse(stored).password_hash !== ''
  await manage('PUT', path, { password_hash: '', tags: '' })
  return false
}

/**
 * Gives a user its rights, and no others.
 *
 * @param vhost percent-encoded
 */
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
