type Waiting<Question, Answer> = {
  question: Question
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/**
 * Asks together what is asked at the same time: questions that arrive while others are being answered wait for them, and then
 * go out as one. An idle database answers each question by itself; a busy one answers many in one round trip. Every question
 * is asked after it was put, so the answers are as fresh as if each had been asked alone.
 *
 * @param ask answers questions in their order; when it fails, each of them fails
 * @param limits.atOnce how many times `ask` runs side by side
 * @param limits.size most questions of one `ask`
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  limits: { atOnce: number; size: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let asking = 0

  const work = async () => {
    while (waiting.length > 0) await settle(waiting.splice(0, limits.size), ask)
    asking -= 1
  }

  return question =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (asking === limits.atOnce) return
      asking += 1
      // After the present turn of the event loop, so that all requests it has read go out together.
      setImmediate(work)
    })
}

/** Asks for all of them and tells each; never throws. */
async function settle<Question, Answer>(
  batch: readonly Waiting<Question, Answer>[],
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await ask(batch.map(({ question }) => question))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index]
      if (answer === undefined) reject(new Error('a question was not answered'))
      else resolve(answer)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
