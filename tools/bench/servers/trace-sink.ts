import { createServer } from 'node:http'

/** Takes every export of traces and forgets it, so that only those who export are measured. */
createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(Number(process.env.PORT), '127.0.0.1')
