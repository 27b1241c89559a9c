import { setTimeout as pause } from 'node:timers/promises'
import type { ApiResponse } from '@campstore/testing/send'

/** Requests that are sent until the load is stopped. */
export type Load = {
  /** Responses so far. */
  responses: ApiResponse[]
  /** Sends no more requests and waits for those in progress. */
  stop(): Promise<ApiResponse[]>
}

/** By how many clients requests are sent, their pause after a response, and the limit of all requests together. */
export type LoadOptions = { clients: number; pauseMs: number; maxRequests: number }

/** Sends requests by several concurrent clients, each with its number. */
export function startLoad(options: LoadOptions, send: (number: number) => Promise<ApiResponse>): Load {
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
