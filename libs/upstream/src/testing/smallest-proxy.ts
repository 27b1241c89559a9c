import { createServer } from 'node:http'
import { type Dispatcher, Pool } from 'undici'

// What a proxy costs that does nothing else, with the server and the client that the gateway has: GET from UPSTREAM_URL on PORT; no routing,
// checks, limits, timeouts or log. It is here because undici is a package of this folder. A response leaves in one system call, as the
// gateway's do.
const pool = new Pool(process.env.UPSTREAM_URL ?? '', { connections: 100, headersTimeout: 0, bodyTimeout: 0 })
createServer((request, response) => {
  let length = ''
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {},
    onResponseStart: (_controller, status, headers) => {
      length = String(headers['content-length'])
      response.writeHead(status, headers)
    },
    onResponseData: (_controller, chunk) => {
      if (String(chunk.length) === length) response.end(chunk)
      else response.write(chunk)
    },
    onResponseEnd: () => void response.end(),
    onResponseError: () => void response.destroy(),
  }
  pool.dispatch({ method: 'GET', path: request.url ?? '', headers: {}, body: null }, handler)
}).listen(Number(process.env.PORT), '127.0.0.1')
