import { createServer } from 'node:http'
import { constantAnswer } from './constant-answer.ts'

// What Node's HTTP costs by itself.
createServer((_request, response) => {
  const text = JSON.stringify(constantAnswer)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}).listen(Number(process.env.PORT), '127.0.0.1')
