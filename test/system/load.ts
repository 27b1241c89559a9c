import { setTimeout as pause } from 'node:timers/promises'
import type { ApiResponse } from '@campstore/testing/send'

/** Requests that are sent until the load is stopped. */
export type Load = {
  /** Responses so far. */
  responses: ApiResponse[]
  /** Sends no more requests and waits for those in progress. */
  stop(): Promise<ApiResponse[]>
}

/**
 * Sends requests by several concurrent clients, each with a pause after a response.
 *
 * @param options.pauseMs pause of a client after a response
 * @param options.maxRequests limit of all requests together
 * @param send sends the request with a number
 */
export function startLoad(
  options: { clients: number; pauseMs: number; maxRequests: number },
  send: (number: number) => Promise<ApiResponse>,
): Load {
  const responses: ApiResponse[] = []
  let next = 0
  let stopped = false
  const client = async () => {
    while (!stopped && next < options.maxRequests) {
      const number = next
      next += 1
      responses.push(await send(number))
      if (!stopped) await pause(options.pauseMs)
    }
  }
  const clients = Promise.all(Array.from({ length: options.clients }, client))
  return {
    responses,
    stop: async () => {
      stopped = true
      await clients
      return responses
    },
  }
}
