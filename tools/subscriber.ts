import { randomBytes } from 'node:crypto'
import { eventDataSchemas, eventsExchange } from '@campstore/contract/messages/events'
import { CliError } from '@campstore/local-servers/cli-error'
import { type Management, managementClient, vhostOf } from '@campstore/local-servers/management'
import { defaultManagementUrl } from '@campstore/local-servers/rabbitmq'
import { exactly, type Permissions, startingWith, subscriptionKeys } from '@campstore/messaging/permissions'
import { z } from 'zod'
import { permit, prepareUser } from './broker/permit.ts'
import { brokerUserOf, brokerUsers } from './broker/users.ts'
import { parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'

const eventTypes = Object.keys(eventDataSchemas)
/** Words that queues of ours, and of the broker, begin with. */
const takenNames = [...Object.keys(brokerUsers), 'order', 'payments', 'campstore', 'amq']

function nameFrom(name: string | undefined): string {
  if (name === undefined || !/^[a-z][a-z0-9-]{1,30}$/.test(name))
    throw new UsageError(
      'subscriber',
      'A name has 2 to 31 lower-case letters, digits and hyphens, and begins with a letter.',
    )
  if (takenNames.includes(name)) throw new UsageError('subscriber', `The name ${name} is taken.`)
  return name
}

/** The keys to bind: event types, and `booking.*` for all that begin with `booking.`. */
function keysFrom(events: string | undefined): string[] {
  const keys = events?.split(',').map(key => key.trim()) ?? []
  if (keys.length === 0) throw new UsageError('subscriber', '--events is missing.')
  const isKnown = (key: string) =>
    eventTypes.some(type => type === key || (key.endsWith('.*') && type.startsWith(key.slice(0, -1))))
  const unknown = keys.find(key => !isKnown(key))
  if (unknown !== undefined) throw new UsageError('subscriber', `There is no event ${unknown}.`)
  return keys
}

/** Adds or removes a user that hears events. @throws {CliError} when the broker cannot be reached or refuses */
export async function subscriber(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const options = { events: { type: 'string' }, 'new-password': { type: 'boolean', default: false } } as const
  const { values, positionals } = parseCommandLine('subscriber', args, options, 2)
  const [action, given] = positionals
  if (action !== 'add' && action !== 'remove')
    throw new UsageError('subscriber', `The action must be "add" or "remove", not "${action ?? ''}".`)
  const name = nameFrom(given)
  const keys = action === 'add' ? keysFrom(values.events) : []
  const adminUrl = requiredAddress(environment, 'RABBITMQ_ADMIN_URL')
  const manage = managementClient(environment.RABBITMQ_MANAGEMENT_URL || defaultManagementUrl(adminUrl))
  const vhost = vhostOf(adminUrl)
  if (action === 'remove') return removeSubscriber(manage, vhost, name)
  return addSubscriber(manage, vhost, { name, keys, newPassword: values['new-password'] })
}

/** Receives some events on its own queues, which begin with the name, and nothing else. */
const subscriberPermissions = (name: string, keys: readonly string[]): Permissions => ({
  configure: [startingWith(`${name}.`)],
  write: [startingWith(`${name}.`)],
  read: [startingWith(`${name}.`), exactly(eventsExchange)],
  routingKeys: { [eventsExchange]: [] },
  bindingKeys: { [eventsExchange]: subscriptionKeys(keys) },
})

/**
 * Makes a user that hears events, or changes which; says so, with the password where it is a new one. `vhost` is percent-encoded.
 *
 * @param subscriber.keys event types, where `*` stands for one word
 */
async function addSubscriber(
  manage: Management,
  vhost: string,
  { name, keys, newPassword }: { name: string; keys: readonly string[]; newPassword: boolean },
): Promise<string> {
  const user = brokerUserOf(name)
  const hasPassword = !newPassword && (await prepareUser(manage, user, undefined))
  const password = hasPassword ? undefined : randomBytes(18).toString('base64url')
  if (password !== undefined) await prepareUser(manage, user, password)
  await permit(manage, vhost, { name: user, permissions: subscriberPermissions(name, keys) })
  return [
    `${user} may bind queues ${name}.… to campstore.events with ${keys.join(', ')}.`,
    password === undefined
      ? 'Its password is unchanged; --new-password generates another one.'
      : `Its password, which is shown only now: ${password}`,
  ].join('\n')
}

const listed = z.array(z.object({ name: z.string() }))

/** Removes a user with its queues, which would otherwise grow without end. @throws {CliError} where there is none */
async function removeSubscriber(manage: Management, vhost: string, name: string): Promise<string> {
  const user = brokerUserOf(name)
  if ((await manage('GET', `users/${user}`)) === undefined) throw new CliError(`There is no subscriber ${name}.`)
  await manage('DELETE', `users/${user}`)
  const queues = listed.parse(await manage('GET', `queues/${vhost}?columns=name`)).map(queue => queue.name)
  const own = queues.filter(queue => queue.startsWith(`${name}.`))
  for (const queue of own) await manage('DELETE', `queues/${vhost}/${encodeURIComponent(queue)}`)
  return `Removed ${user}${own.length === 0 ? '' : ` and its queues ${own.join(', ')}`}.`
}

if (import.meta.main) await runCommand((args, environment) => subscriber(args, environment))
