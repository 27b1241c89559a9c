import type { ApiAnswer } from './send.ts'

/** Creates a memory of the answers that were used last. */
export function createMemory(size: number) {
  const answers = new Map<string, ApiAnswer>()
  const keepAt = (address: string, answer: ApiAnswer) => {
    answers.delete(address)
    if (answer.headers.has('etag')) answers.set(address, answer)
    for (const oldest of answers.keys()) {
      if (answers.size <= size) return
      answers.delete(oldest)
    }
  }
  return {
    /** What is remembered of an address, and how to keep a later answer. */
    find(address: string) {
      const answer = answers.get(address)
      if (answer) keepAt(address, answer)
      return {
        answer,
        etag: answer?.headers.get('etag') ?? undefined,
        keep: (later: ApiAnswer) => keepAt(address, later),
      }
    },
  }
}
