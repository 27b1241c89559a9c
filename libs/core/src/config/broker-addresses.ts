/**
 * The addresses of a RabbitMQ, one for each node of a cluster: `amqp://user:password@one/vhost,amqp://user:password@two/vhost`.
 * A comma inside a password separates nothing. Returns at least one; not checked for validity.
 */
export function brokerAddressesIn(list: string): [string, ...string[]] {
  const [first = '', ...others] = list.split(/,(?=\s*amqps?:)/i).map(address => address.trim())
  return [first, ...others]
}

/** The login of one of the addresses; without one, clients log in as guest. */
export function brokerLoginIn(address: string): { user: string; password: string } {
  const { username, password } = new URL(address)
  if (username === '' && password === '') return { user: 'guest', password: 'guest' }
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}
