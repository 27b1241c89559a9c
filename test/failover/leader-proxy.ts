import { connect, createServer, type Socket } from 'node:net'

/** A TCP port that leads to one server at a time. */
export type LeaderProxy = {
  /** Where new connections lead; undefined refuses them. Those to another server are closed. */
  leadTo(port: number | undefined): void
}

/**
 * Listens on a port of 127.0.0.1 as a load balancer in front of a replicated server does: it knows only where the leader is.
 * It listens until this process ends.
 */
export async function startLeaderProxy(port: number): Promise<LeaderProxy> {
  const open = new Set<Socket>()
  let leader: number | undefined
  const server = createServer(client => {
    if (leader === undefined) return client.destroy()
    const upstream = connect({ port: leader, host: '127.0.0.1', noDelay: true })
    client.setNoDelay(true)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {
        // `close` follows.
      })
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  server.unref()
  return {
    leadTo: next => {
      if (next === leader) return
      leader = next
      for (const socket of open) socket.destroy()
    },
  }
}
