import { connect } from 'node:net'

/**
 * Sends bytes to a port and returns everything that comes back until the other side closes, as Latin-1.
 *
 * @throws when the other side has neither sent anything nor closed for a minute
 */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    socket.setTimeout(600_000, () => socket.destroy(new Error(`still open after: ${received}`)))
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(received))
  })
}

/** Statuses of all responses in the received bytes. */
export const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(match => Number(match[1]))

/** Body of the first response in the received bytes. */
export const bodyOf = (received: string): unknown => {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return JSON.parse(rest.join('\r\n\r\n').slice(0, length))
}
