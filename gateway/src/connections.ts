import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { methodRefused, parserRefusal, refuseConnection } from './answers.ts'
import { allowedMethods } from './routing.ts'

/**
 * Answers what Node's parser does not hand over as a request, in the contract's envelope, and closes the connection.
 * Where an earlier request of that connection is still being answered, it closes without a word: anything written now
 * would be taken for that answer.
 */
export function guardConnections(server: Server): void {
  const answering = new WeakMap<Duplex, number>()
  const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    response.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1))
  }
  server.on('request', count).on('checkContinue', count).on('checkExpectation', count)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const silent = error.code === 'ECONNRESET' || !socket.writable || (answering.get(socket) ?? 0) > 0
    if (silent) socket.destroy()
    else refuseConnection(socket, parserRefusal(error.code))
  })
  server.on('connect', (_request, socket: Duplex) => refuseConnection(socket, methodRefused, ['allow', allowedMethods]))
}
