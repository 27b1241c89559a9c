import type { ApiAnswer } from './send.ts'

/** The remembered response of an address. */
type Remembered = { etag: string | undefined; answer: ApiAnswer | undefined; keep(answer: ApiAnswer): void }

/** Answers with their ETags, by address. */
type Memory = { find(address: string): Remembered }

/** Creates a memory of the answers that were used last. */
export function createMemory(size: number): Memory {
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
    find(address) {
      const answer = answers.get(address)
      if (answer) keepAt(address, answer)
      return { answer, etag: answer?.headers.get('etag') ?? undefined, keep: later => keepAt(address, later) }
    },
  }
}
