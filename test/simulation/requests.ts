import { ApiError } from '@campstore/contract/errors'
import type { Action as Write } from '../random-faults/history.ts'
import type { Name } from './actions.ts'
import type { SimulatedProcess } from './process.ts'
import { epoch } from './time.ts'
import type { World } from './world.ts'

/** How long a member waits for an answer, before asking the other process. */
const answerTimeoutMs = 10_000
/** How often a member asks. */
const attempts = 4

type Answer<T> = T | ApiError | undefined
type Request<T> = (process: SimulatedProcess) => Promise<T>

/** Asks a process, and another one when no answer comes; undefined when none ever does. */
export async function ask<T>(
  world: World,
  name: Name,
  request: Request<T>,
  { action, subject, most = attempts }: { action: Write; subject?: string; most?: number },
): Promise<Answer<T>> {
  world.pending.answers += 1
  let answer: Answer<T>
  for (let attempt = 0; attempt < most; attempt += 1) {
    answer = await askOnce(world, attempt % 2 === 0 ? name : name === 'a' ? 'b' : 'a', request)
    const isUnavailable = answer instanceof ApiError && answer.code === 'SERVICE_UNAVAILABLE'
    if (isUnavailable) world.note('a request was refused as unavailable')
    if (answer !== undefined && !isUnavailable) break
  }
  world.pending.answers -= 1
  if (answer !== undefined && !(answer instanceof ApiError)) noteAnswer(world, action, subject)
  return answer
}

/** Adds a request that succeeded to the truth. */
export const noteAnswer = ({ truth, time }: World, action: Write, subject: string | undefined) =>
  truth.answers.push({ action, subject, status: 200, respondedAt: epoch + time.now() })

const askOnce = <T>({ processes, time, pending, later, hop }: World, name: Name, request: Request<T>) =>
  new Promise<Answer<T>>(resolve => {
    const process = processes[name]
    const working = { owner: process.owner }
    pending.requests.add(working)
    const end = (answer: Answer<T>) => {
      pending.requests.delete(working)
      later(hop(), () => resolve(answer))
    }
    later(answerTimeoutMs, () => resolve(undefined))
    time.at(time.now() + hop(), process.owner, () => {
      request(process).then(end, error => end(error instanceof ApiError ? error : undefined))
    })
  })
