import { createServer } from 'node:http'
import { Pool } from 'undici'

/**
 * The least that a gateway can be: node:http and undici, which forward requests with their bodies and responses as they are. Listens at
 * PORT, and forwards to SERVICE_URL.
 */
const service = new Pool(process.env.SERVICE_URL ?? '')

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { method = 'GET', url: path = '/', headers } = request
    const { connection: _, 'keep-alive': __, ...forwarded } = headers
    const body = chunks.length === 0 ? null : Buffer.concat(chunks)
    service.dispatch(
      { method, path, headers: forwarded, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, status, { 'transfer-encoding': __, connection: ___, ...answered }) =>
          void response.writeHead(status, answered),
        onResponseData: (_, chunk) => void response.write(chunk),
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    )
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
