import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './client.ts'

/** Requests that keep coming until told otherwise. */
export type Load = {
  /** Answers so far. */
  answers: Answer[]
  /** Sends nothing more and waits for what is under way. */
  stop(): Promise<Answer[]>
}

/**
 * Sends requests from several places at once, each pausing between two of its own.
 *
 * @param options.places how many send side by side
 * @param options.pauseMs pause of one place after an answer
 * @param options.most bound on the number of all requests
 * @param send makes the request of a number
 */
export function startLoad(
  options: { places: number; pauseMs: number; most: number },
  send: (number: number) => Promise<Answer>,
): Load {
  const answers: Answer[] = []
  let next = 0
  let stopped = false
  const place = async () => {
    while (!stopped && next < options.most) {
      const number = next
      next += 1
      answers.push(await send(number))
      if (!stopped) await pause(options.pauseMs)
    }
  }
  const places = Promise.all(Array.from({ length: options.places }, place))
  return {
    answers,
    stop: async () => {
      stopped = true
      await places
      return answers
    },
  }
}
