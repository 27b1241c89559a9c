import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batched.ts'

/** An asker whose rounds end when the test says so. */
function heldAsker() {
  const rounds: { questions: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const ask = (questions: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      rounds.push({ questions, answer: () => resolve(questions.map(question => question * 10)), fail: reject })
    })
  return { rounds, ask, asked: () => rounds.map(({ questions }) => questions) }
}

test('a question alone is asked by itself', async () => {
  const { rounds, ask, asked } = heldAsker()
  const answer = batched(ask, { atOnce: 1, size: 10 })(1)
  await turn()
  expect(asked()).toEqual([[1]])
  rounds[0]?.answer()
  expect(await answer).toBe(10)
})

test('questions of one turn of the event loop go out together, and each gets its own answer', async () => {
  const { rounds, ask, asked } = heldAsker()
  const answers = [1, 2, 3].map(batched(ask, { atOnce: 1, size: 10 }))
  await turn()
  expect(asked()).toEqual([[1, 2, 3]])
  rounds[0]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30])
})

test('questions that arrive while others are being answered are asked together, after them', async () => {
  const { rounds, ask, asked } = heldAsker()
  const put = batched(ask, { atOnce: 1, size: 10 })
  const first = put(1)
  await turn()
  const later = [put(2), put(3)]
  await turn()
  expect(asked()).toEqual([[1]])
  rounds[0]?.answer()
  await first
  await turn()
  expect(asked()).toEqual([[1], [2, 3]])
  rounds[1]?.answer()
  expect(await Promise.all(later)).toEqual([20, 30])
})

test('no more rounds run side by side, and no more questions go into one, than is allowed', async () => {
  const { rounds, ask, asked } = heldAsker()
  const put = batched(ask, { atOnce: 2, size: 3 })
  const answers = Array.from({ length: 8 }, (_, index) => put(index))
  await turn()
  expect(asked()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
  rounds[0]?.answer()
  await turn()
  expect(asked().at(-1)).toEqual([6, 7])
  for (const round of rounds) round.answer()
  expect(await Promise.all(answers)).toEqual([0, 10, 20, 30, 40, 50, 60, 70])
})

test('a round that fails fails its own questions and no others', async () => {
  const { rounds, ask } = heldAsker()
  const put = batched(ask, { atOnce: 1, size: 10 })
  const first = put(1)
  await turn()
  const second = put(2)
  rounds[0]?.fail(new Error('the database is away'))
  await expect(first).rejects.toThrow('the database is away')
  await turn()
  rounds[1]?.answer()
  expect(await second).toBe(20)
})

test('a question that the asker leaves out fails', async () => {
  const put = batched(async () => [], { atOnce: 1, size: 10 })
  await expect(put(1)).rejects.toThrow('was not answered')
})
