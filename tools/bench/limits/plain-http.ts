import { createServer } from 'node:http'
import { constantAnswers } from './constant-answers.ts'

// What Node's HTTP costs by itself.
const answerOf = constantAnswers()
createServer((request, response) => {
  const text = answerOf(request.url ?? '/')
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}).listen(Number(process.env.PORT), '127.0.0.1')
