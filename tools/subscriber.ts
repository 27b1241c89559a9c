import { eventDataSchemas } from '@campstore/contract/messages/events'
import { CliError } from '@campstore/local-servers/cli-error'
import { managementClient, vhostOf } from '@campstore/local-servers/management'
import { defaultManagementUrl } from '@campstore/local-servers/rabbitmq'
import { addSubscriber, removeSubscriber } from './broker/subscribers.ts'
import { brokerUsers } from './broker/users.ts'
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
  if (action === 'remove') return removed(name, await removeSubscriber(manage, vhostOf(adminUrl), name))
  const { user, password } = await addSubscriber(manage, vhostOf(adminUrl), {
    name,
    keys,
    newPassword: values['new-password'],
  })
  return [
    `${user} may bind queues ${name}.… to campstore.events with ${keys.join(', ')}.`,
    password === undefined
      ? 'Its password is unchanged; --new-password generates another one.'
      : `Its password, which is shown only now: ${password}`,
  ].join('\n')
}

function removed(name: string, result: { user: string; queues: readonly string[] } | undefined): string {
  if (result === undefined) throw new CliError(`There is no subscriber ${name}.`)
  const { user, queues } = result
  return `Removed ${user}${queues.length === 0 ? '' : ` and its queues ${queues.join(', ')}`}.`
}

if (import.meta.main) await runCommand((args, environment) => subscriber(args, environment))
