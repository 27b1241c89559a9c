import { CliError, messageOf } from './cli-error.ts'

/** Calls the broker's management API; answers the parsed body, undefined where there is none or nothing was found. */
export type Management = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

const timeoutMs = 60_000

/** The virtual host of an AMQP address, percent-encoded for paths of the management API. */
export const vhostOf = (amqpUrl: string): string =>
  encodeURIComponent(decodeURIComponent(new URL(amqpUrl).pathname.slice(1)) || '/')

/**
 * A client of the broker's management API.
 *
 * @param address with the login of an administrator, `http://user:password@host:15672`
 */
export function managementClient(address: string): Management {
  const { origin, username, password } = new URL(address)
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return async (method, path, body) => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(error => {
      throw new CliError(`Cannot reach RabbitMQ's management API at ${origin}: ${messageOf(error)}`)
    })
    const text = await answer.text()
    if (answer.status === 404 && (method === 'GET' || method === 'DELETE')) return undefined
    if (!answer.ok) throw new CliError(`RabbitMQ's management API refused ${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
