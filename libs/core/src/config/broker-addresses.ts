/**
 * The addresses of a RabbitMQ, one for each node of a cluster: `amqp://user:password@one/vhost,amqp://user:password@two/vhost`.
 * A comma inside a password separates nothing.
 *
 * @returns at least one; not checked for validity
 */
export function brokerAddressesIn(list: string): [string, ...string[]] {
  const [first = '', ...others] = list.split(/,(?=\s*amqps?:)/i).map(address => address.trim())
  return [first, ...others]
}
