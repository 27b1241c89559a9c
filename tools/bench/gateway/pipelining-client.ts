import { connect } from 'node:net'
import { z } from 'zod'

/** What the pipelining client is asked for, and what it tells. */
export const pipeliningJobSchema = z.object({ port: z.int(), path: z.string(), requests: z.int() })
export const pipeliningResultSchema = z.object({ answered: z.int(), refused: z.int(), seconds: z.number() })

/** Sends all requests at once on one connection and counts the answers until it is closed or all have come. */
function pipeline({ port, path, requests }: z.infer<typeof pipeliningJobSchema>) {
  return new Promise<z.infer<typeof pipeliningResultSchema>>(resolve => {
    const began = performance.now()
    let answered = 0
    let refused = 0
    let rest = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`.repeat(requests))
    })
    const tell = () => resolve({ answered, refused, seconds: (performance.now() - began) / 1000 })
    socket.setEncoding('latin1').on('data', (text: string) => {
      const received = rest + text
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)]
      answered += statuses.length
      refused += statuses.filter(([, status]) => status !== '200').length
      // A status line may be cut in two; what was counted is not counted again.
      rest = received.slice(Math.max((statuses.at(-1)?.index ?? -12) + 12, received.length - 11))
      if (answered >= requests) socket.end()
    })
    socket.on('error', () => {}).on('close', tell)
  })
}

if (import.meta.main) {
  const result = await pipeline(pipeliningJobSchema.parse(JSON.parse(process.argv[2] ?? '')))
  process.stdout.write(JSON.stringify(result))
}
