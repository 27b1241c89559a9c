/**
 * Permissions of a user in a virtual host. Each pattern must match the whole name of a queue or exchange; everything else is
 * refused. RabbitMQ requires
 *
 * - `configure` to declare or delete,
 * - `write` to publish to an exchange (`amq.default` is the default one), to bind a queue, and to dead-letter to an exchange,
 * - `read` to consume or purge a queue, and to bind to an exchange.
 */
export type Permissions = {
  configure: readonly string[]
  write: readonly string[]
  read: readonly string[]
  /** Routing keys that may be published, by topic exchange; all for an exchange that is not listed. */
  routingKeys?: Readonly<Record<string, readonly string[]>>
  /** Routing keys that may be bound, by topic exchange; all for an exchange that is not listed. */
  bindingKeys?: Readonly<Record<string, readonly string[]>>
}

export const exactly = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The pattern of names that begin with a prefix, such as `booking.`. */
export const startingWith = (prefix: string): string => `${exactly(prefix)}.+`

/**
 * The patterns of the keys that a subscriber to a topic exchange may bind, where `*` in a key stands for one word. They allow the
 * key itself, and each of the keys that it covers.
 */
export const subscriptionKeys = (keys: readonly string[]): string[] =>
  keys.map(key => exactly(key).replaceAll('\\*', '(?:\\*|[a-z0-9-]+)'))
