/**
 * What a user may do in a virtual host. Each pattern is matched against whole names of queues and exchanges; what no pattern
 * names is refused. RabbitMQ asks for
 *
 * - `configure` to declare or delete,
 * - `write` to publish to an exchange (`amq.default` is the default one), to bind a queue, and to dead-letter to an exchange,
 * - `read` to consume or purge a queue, and to bind to an exchange.
 */
export type Permissions = {
  configure: readonly string[]
  write: readonly string[]
  read: readonly string[]
  /** Routing keys that may be published to a topic exchange, by its name; all, where an exchange is not named. */
  routingKeys?: Readonly<Record<string, readonly string[]>>
  /** Keys with which may be bound to a topic exchange, by its name; all, where an exchange is not named. */
  bindingKeys?: Readonly<Record<string, readonly string[]>>
}

/** A user of the broker, and what it may do. */
export type BrokerUser = { name: string; permissions: Permissions }

/** The names that match exactly. */
export const exactly = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** All names that begin with a prefix: `booking.` and what follows. */
export const startingWith = (prefix: string): string => `${exactly(prefix)}.+`

/** Patterns as the one regular expression that the broker wants; none match nothing. */
export const patternOf = (patterns: readonly string[]): string => `^(?:${patterns.join('|')})$`
