import { repeated } from '@campstore/core/repeated'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import { CliError, messageOf } from './cli-error.ts'

/** Calls the broker's management API; answers the parsed body, undefined where there is none or nothing was found. */
export type Management = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

const timeoutMs = 60_000

/** The virtual host of an AMQP address, percent-encoded for paths of the management API. */
export const vhostOf = (amqpUrl: string): string =>
  encodeURIComponent(decodeURIComponent(new URL(amqpUrl).pathname.slice(1)) || '/')

/** The management API could not be reached, or had no answer: another call may succeed. */
class ManagementUnavailable extends CliError {}

const write = ({ reason }: { reason?: string }) => void process.stderr.write(`  ${reason}, trying again\n`)
const failures = createFailureLog({ error: write, warn: write, info: write }, { failure: '', success: '' })

/** Makes a call again that the management API has not answered, and says why on standard error, once a minute for all calls. */
export const repeatedly = <Result>(call: () => Promise<Result>): Promise<Result> =>
  repeated(call, error => error instanceof ManagementUnavailable || !(error instanceof CliError), failures.failed)

/**
 * A client of the broker's management API. A call without an answer is repeated: all of them are idempotent.
 *
 * @param address with the login of an administrator, `http://user:password@host:15672`
 * @param call makes each call
 */
export function managementClient(address: string, call = repeatedly): Management {
  const { origin, username, password } = new URL(address)
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const request = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(error => {
      throw new ManagementUnavailable(
        `Cannot reach RabbitMQ's management API at ${origin}: ${messageOf(error.cause ?? error)}`,
      )
    })
    const text = await answer.text()
    if (answer.status === 404 && (method === 'GET' || method === 'DELETE')) return undefined
    if (!answer.ok) {
      const refusal = `RabbitMQ's management API refused ${method} ${path}: ${answer.status} ${text}`
      throw answer.status >= 500 ? new ManagementUnavailable(refusal) : new CliError(refusal)
    }
    return text === '' ? undefined : JSON.parse(text)
  }
  return (method, path, body) => call(() => request(method, path, body))
}
