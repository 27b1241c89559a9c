import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@campstore/local-servers/ports'

/** A way to a server that can be slow. */
export type SlowWay = {
  /** The server's address by this way. */
  url: string
  /** From now on everything arrives so many milliseconds later, in each direction. */
  slowBy(milliseconds: number): void
}

/** A way to the server of an address, which must have a port. */
export async function slowWayTo(address: string): Promise<SlowWay> {
  const target = Number(new URL(address).port)
  const port = await freePort()
  let delayMs = 0
  /** Carries what one socket receives to another, in its order, also when the delay changes. */
  const carry = (from: Socket, to: Socket) => {
    let arrived = Promise.resolve()
    let onTheWay = 0
    const later = (arrive: () => void) => {
      if (delayMs === 0 && onTheWay === 0) return arrive()
      const due = performance.now() + delayMs
      onTheWay += 1
      arrived = arrived
        .then(() => delay(Math.max(0, due - performance.now())))
        .then(() => {
          onTheWay -= 1
          arrive()
        })
    }
    from.on('data', content => later(() => void to.write(content)))
    from.on('close', () => later(() => void to.destroySoon()))
    from.on('error', () => {
      // `close` follows.
    })
  }
  const server = createServer(client => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    carry(client, upstream)
    carry(upstream, client)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    url: Object.assign(new URL(address), { port }).href,
    slowBy: milliseconds => {
      delayMs = milliseconds
    },
  }
}
